/** The solitaire of the day: the server logs each tile that lies, and tells the next one. */
import type { PuzzleView, SolitairePlayed, SolitaireTable } from "../../generated/protocol";
import { TILE_EDGES } from "../../generated/tile-edges";
import { loadName } from "../../page/players/guest-name";
import { request } from "../../page/request";
import { emptyTable, type PuzzleState, parseLaid, printInOrder } from "../state";

/** Log the tiles that lie, the last of which is new. Raises RequestError if the server refuses or does not answer. */
export async function layNext({ puzzle, laid }: PuzzleState): Promise<SolitaireTable> {
  const played: SolitairePlayed = { placements: printInOrder(puzzle, laid), name: loadName() };
  return (await request("POST", "/api/solitaire/daily", played)) as SolitaireTable;
}

/** Return the table as the server has logged it; nothing on it can be taken back. */
export function loggedTable(puzzle: PuzzleView, { laid, tiles }: Pick<SolitaireTable, "laid" | "tiles">): PuzzleState {
  const edges = tiles.map((tile) => TILE_EDGES[tile - 1] ?? "");
  const known = { ...puzzle, tiles, edges };
  return emptyTable(known, parseLaid(known, laid.join(";")));
}
