/** The table of a Gobble lesson: a rush without a server. Pure functions: rush in, rush out. */
import type { LessonRush, RushHolding } from "../generated/protocol";
import { TILE_EDGES } from "../generated/tile-edges";
import type { Rush, RushCommand } from "../gobble/state";
import * as model from "../gobble/state";
import { facingInRush } from "../gobble/table";
import { FORCED_SIDES, type LaidTile, sidesOf } from "../tiles/golden-rule";
import { parsePlacement } from "../tiles/placement";

const N_SEATS = 3;
const N_OTHERS_TILES = 5;
const EDGES = Object.fromEntries(TILE_EDGES.map((edges, n) => [n + 1, edges]));

/** Set up the table of a step; the player has the first seat. */
export function rushOfStep(step: LessonRush): Rush {
  const laid = step.laid.map(parsePlacement).filter((placement) => placement !== null);
  return {
    version: 0,
    penaltySides: FORCED_SIDES,
    edges: EDGES,
    seat: 0,
    laid: laid.map(({ tile, cell, rotation }) => ({ tile, ...cell, rotation, seat: null })),
    holdings: Array.from({ length: N_SEATS }, (_, seat) => holdingOf(step, seat)),
    own: { turned: null, pile: step.pile },
    pending: [],
    chosen: null,
    over: null,
    turns: {},
  };
}

function holdingOf(step: LessonRush, seat: number): RushHolding {
  const isMine = seat === 0;
  return {
    seat,
    n_stock: isMine ? step.stock.length : N_OTHERS_TILES,
    pile: isMine ? [...step.pile] : [],
    has_turned: false,
    dues: [],
    rank: null,
    has_left: false,
  };
}

/** Turn the top tile of the stock; the same rush if there is none. */
export function turnUp(rush: Rush, stock: readonly number[]): Rush {
  const mine = model.myHolding(rush);
  const tile = mine ? stock[stock.length - mine.n_stock] : undefined;
  if (tile === undefined || !model.mayTurn(rush)) return rush;
  const holdings = rush.holdings.map((one) =>
    one.seat === rush.seat ? { ...one, n_stock: one.n_stock - 1, has_turned: true } : one,
  );
  return { ...rush, holdings, own: { ...rush.own, turned: tile }, chosen: null };
}

/** Apply a command, as the server would if it accepted it. */
export function done(rush: Rush, command: RushCommand): Rush {
  return { ...model.withPendingApplied(model.withSentCommand(rush, { id: "", command })), pending: [] };
}

/** Return whether a placement fills a forced space. */
export function isGobble(rush: Rush, placement: LaidTile): boolean {
  return sidesOf(facingInRush(rush.edges, rush.laid, placement)) >= FORCED_SIDES;
}
