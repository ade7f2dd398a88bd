/** The worker in which the eye runs. Pictures come from the page and go nowhere. */
import type { Answered, Asked } from "../rules/asker";
import { EyeModule } from "./module";
import type { EyeQuestions } from "./questions";

const loaded = Promise.all(
  ["eye.wasm", "eye-weights.bin"].map((file) =>
    fetch(`/static/${file}${location.search}`).then((answer) => answer.arrayBuffer()),
  ),
).then(([code, weights]) => EyeModule.load(code as ArrayBuffer, weights as ArrayBuffer));

self.addEventListener("message", (event: MessageEvent<Asked<EyeQuestions>>) => {
  const { id } = event.data;
  const reply = (message: Answered) => postMessage(message);
  loaded
    .then((eye) => reply({ id, answer: answerTo(eye, event.data) }))
    .catch((error: unknown) => reply({ id, error: String(error) }));
});

function answerTo(eye: EyeModule, { name, asked }: Asked<EyeQuestions>): unknown {
  switch (name) {
    case "read":
      return eye.read(asked.pixels, asked.width, asked.height);
    case "glance":
      return eye.glance(asked.pixels, asked.width, asked.height);
    case "add":
      return eye.add(asked.pixels, asked.width, asked.height, asked.box);
    case "decide":
      return eye.decide(asked.fixed);
  }
}
