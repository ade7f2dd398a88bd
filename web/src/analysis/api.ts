/** The requests of the analysis board: positions, placements tried in them, and parsed text. */
import type { BoardView, Problem, StudyView } from "../generated/protocol";
import { request } from "../page/request";

export async function showPosition(position: string): Promise<BoardView> {
  return (await post("position", { position })) as BoardView;
}

/** Lay a tile in a position; `draw` is null once the bag is empty. */
export async function tryPlacement(position: string, placement: string, draw: number | null): Promise<BoardView> {
  return (await post("placement", { position, placement, draw })) as BoardView;
}

/** Parse pasted text: a position on one line, or a record. */
export async function readStudy(text: string): Promise<StudyView> {
  const isPosition = !text.includes("\n") && text.split(";").length === 4;
  return (await (isPosition ? post("study", { position: text }) : post("record", { record: text }))) as StudyView;
}

function post(what: string, body: object): Promise<unknown> {
  return request("POST", `/api/analysis/${what}`, body, problemText);
}

/** Text that was pasted often comes from a program, so the English details follow the sentence. */
function problemText({ detail, errors }: Problem): string {
  return [detail, ...errors].join(" ");
}
