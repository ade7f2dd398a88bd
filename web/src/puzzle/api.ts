/** What the page of a puzzle asks the server: is it solved, and what would help. */
import type { Checked, Hint, HintRequest, PuzzleView, SolutionList } from "../generated/protocol";
import { type Laid, printLaid } from "./state";

export type Strength = HintRequest["strength"];

/** Ask the judge. Rejects if there is no answer. */
export async function isSolved(puzzle: PuzzleView, laid: Laid): Promise<boolean> {
  const checked = (await post(puzzle, "check", { placements: texts(laid) })) as Checked;
  return checked.is_solved;
}

/** Ask the helper, which takes some seconds at most. Rejects if there is no answer. */
export async function askHint(puzzle: PuzzleView, laid: Laid, strength: Strength): Promise<Hint> {
  return (await post(puzzle, "hint", { placements: texts(laid), strength })) as Hint;
}

/** Ask for solutions from a number on, the first being 0. Rejects if there is no answer. */
export async function askSolutions(puzzle: PuzzleView, first: number): Promise<SolutionList> {
  const query = new URLSearchParams(puzzle.query);
  query.set("first", String(first));
  return (await read(await fetch(`/api/puzzles/${puzzle.name}/solutions?${query}`))) as SolutionList;
}

async function post(puzzle: PuzzleView, what: string, body: object): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  const address = `/api/puzzles/${puzzle.name}/${what}${puzzle.query}`;
  return read(await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function read(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer.json();
}

function texts(laid: Laid): string[] {
  return laid.length > 0 ? printLaid(laid).split(";") : [];
}
