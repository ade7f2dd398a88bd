/** The requests of a puzzle's page: is it solved, hints, solutions. Each raises RequestError if it fails. */
import type { Checked, Hint, HintRequest, PuzzleView, SolutionList } from "../generated/protocol";
import { request } from "../page/request";
import { ask } from "../rules/ask";
import { type Laid, printLaid } from "./state";

export type Strength = HintRequest["strength"];

/** Ask whether the tiles solve the puzzle: the server, or without a connection the rules in this browser. */
export async function isSolved(puzzle: PuzzleView, laid: Laid): Promise<boolean> {
  try {
    const checked = (await post(puzzle, "check", { placements: texts(laid) })) as Checked;
    return checked.is_solved;
  } catch (error) {
    const isRight = await ask("judge", { puzzle, laid });
    if (isRight === null) throw error;
    return isRight;
  }
}

/** Ask for a hint, which takes a few seconds at most. */
export async function askHint(puzzle: PuzzleView, laid: Laid, strength: Strength): Promise<Hint> {
  return (await post(puzzle, "hint", { placements: texts(laid), strength })) as Hint;
}

/** Ask for solutions from an index on, 0 being the first. */
export async function askSolutions(puzzle: PuzzleView, first: number): Promise<SolutionList> {
  const query = new URLSearchParams(puzzle.query);
  query.set("first", String(first));
  return (await request("GET", `/api/puzzles/${puzzle.name}/solutions?${query}`)) as SolutionList;
}

function post(puzzle: PuzzleView, what: string, body: object): Promise<unknown> {
  return request("POST", `/api/puzzles/${puzzle.name}/${what}${puzzle.query}`, body);
}

function texts(laid: Laid): string[] {
  return laid.length > 0 ? printLaid(laid).split(";") : [];
}
