/** What the page of a puzzle asks the server: is it solved, and what would help. */
import type { Checked, Hint, HintRequest } from "./protocol";
import { type Laid, printLaid } from "./puzzle-state";

export type Strength = HintRequest["strength"];

/** Ask the judge. Rejects if there is no answer. */
export async function isSolved(name: string, laid: Laid): Promise<boolean> {
  const checked = (await post(name, "check", { placements: texts(laid) })) as Checked;
  return checked.is_solved;
}

/** Ask the helper, which takes some seconds at most. Rejects if there is no answer. */
export async function askHint(name: string, laid: Laid, strength: Strength): Promise<Hint> {
  return (await post(name, "hint", { placements: texts(laid), strength })) as Hint;
}

async function post(name: string, what: string, body: object): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`/api/puzzles/${name}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}`);
  return answer.json();
}

function texts(laid: Laid): string[] {
  return laid.length > 0 ? printLaid(laid).split(";") : [];
}
