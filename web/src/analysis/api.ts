/** What the analysis board asks the server: positions, placements tried in them, and texts read. */
import type { BoardView, Problem, StudyView } from "../generated/protocol";
import { parse } from "../page/data";
import { t } from "../page/i18n";

/** Something that the server refused, in words. */
export class RefusedError extends Error {}

export async function showPosition(position: string): Promise<BoardView> {
  return (await post("position", { position })) as BoardView;
}

/** Lay a tile in a position; `draw` is null once the bag is empty. */
export async function tryPlacement(position: string, placement: string, draw: number | null): Promise<BoardView> {
  return (await post("placement", { position, placement, draw })) as BoardView;
}

/** Read what was pasted: a position on one line, or a record. */
export async function readStudy(text: string): Promise<StudyView> {
  const isPosition = !text.includes("\n") && text.split(";").length === 4;
  return (await (isPosition ? post("study", { position: text }) : post("record", { record: text }))) as StudyView;
}

async function post(what: string, body: object): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  const address = `/api/analysis/${what}`;
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
    throw new RefusedError(t("No connection."));
  });
  if (!answer.ok) throw new RefusedError(wordsOf((await answer.json()) as Problem));
  return parse(await answer.text());
}

/** What was pasted is often a line of a program: what is wrong with it is said in English after the sentence. */
function wordsOf({ detail, errors }: Problem): string {
  return [detail, ...errors].join(" ");
}
