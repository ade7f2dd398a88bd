/** Asks the rules, which run in a worker of this page. It starts with the first question. */
import type { Answered, QuestionName, Questions } from "./questions";

const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
let worker: Worker | null = null;
let nAsked = 0;

/** Ask a question. Raises Error if the rules cannot be loaded, or do not allow what is asked for. */
export function ask<Name extends QuestionName>(
  name: Name,
  asked: Questions[Name]["asked"],
): Promise<Questions[Name]["answer"]> {
  worker ??= started();
  nAsked += 1;
  const id = nAsked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage({ id, name, asked });
  });
}

function started(): Worker {
  const version = new URL(document.documentElement.dataset.icons ?? "", location.href).search;
  const made = new Worker(`/static/built/rules-worker.js${version}`, { type: "module" });
  made.addEventListener("message", (event: MessageEvent<Answered>) => answered(event.data));
  made.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new Error("the rules could not be loaded"));
    waiting.clear();
    worker = null;
  });
  return made;
}

function answered(message: Answered): void {
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if ("error" in message) asked?.reject(new Error(message.error));
  else asked?.resolve(message.answer as never);
}
