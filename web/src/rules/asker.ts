/** Questions to a worker of this page. It starts with the first question. */

/** A question as it is sent to a worker. */
export type Asked<Questions> = {
  [Name in keyof Questions]: { id: number; name: Name; asked: AskedOf<Questions, Name> };
}[keyof Questions];

export type Answered = { id: number; answer: unknown } | { id: number; error: string };

type AskedOf<Questions, Name extends keyof Questions> = Questions[Name] extends { asked: infer Value } ? Value : never;
type AnswerOf<Questions, Name extends keyof Questions> = Questions[Name] extends { answer: infer Value }
  ? Value
  : never;

/** Return the function that asks a worker, given the name of its script. It raises Error if that cannot be loaded. */
export function asker<Questions>(script: string) {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let nAsked = 0;

  function started(): Worker {
    const version = new URL(document.documentElement.dataset.icons ?? "", location.href).search;
    const made = new Worker(`/static/built/${script}.js${version}`, { type: "module" });
    made.addEventListener("message", (event: MessageEvent<Answered>) => answered(event.data));
    made.addEventListener("error", () => {
      for (const { reject } of waiting.values()) reject(new Error(`${script} could not be loaded`));
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

  return <Name extends keyof Questions>(
    name: Name,
    asked: AskedOf<Questions, Name>,
    transferred: Transferable[] = [],
  ): Promise<AnswerOf<Questions, Name>> => {
    worker ??= started();
    nAsked += 1;
    const id = nAsked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker?.postMessage({ id, name, asked }, transferred);
    });
  };
}
