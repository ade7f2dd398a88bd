/** The worker in which the rules run, so that no page has to wait for them. */
import type { Answered, Asked } from "./asker";
import { isSolution } from "./judge";
import { RulesModule } from "./module";
import { afterPlacement, shown } from "./position";
import type { Questions } from "./questions";
import { chosen, dealt } from "./robot";

const loaded = fetch(`/static/rules.wasm${location.search}`)
  .then((answer) => answer.arrayBuffer())
  .then((code) => RulesModule.load(code));

self.addEventListener("message", (event: MessageEvent<Asked<Questions>>) => {
  const { id } = event.data;
  const reply = (message: Answered) => postMessage(message);
  loaded
    .then((rules) => reply({ id, answer: answerTo(rules, event.data) }))
    .catch((error: unknown) => reply({ id, error: String(error) }));
});

function answerTo(rules: RulesModule, { name, asked }: Asked<Questions>): unknown {
  switch (name) {
    case "judge":
      return isSolution(rules, asked.puzzle, asked.laid);
    case "place":
      return afterPlacement(rules, asked.table, asked.placement, asked.draw);
    case "show":
      return shown(rules, asked.table);
    case "deal":
      return dealt(rules, asked.colours, asked.seed);
    case "choose":
      return chosen(rules, asked.table, asked.robot, asked.seed);
  }
}
