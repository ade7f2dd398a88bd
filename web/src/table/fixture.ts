/** A small game for tests: one tile at the origin; seat 0 is to play and holds tiles 12 and 3. */
import type {
  GameView,
  LaidView,
  OfferView,
  Placed,
  PositionView,
  SeatView,
  SpaceView,
  Welcome,
} from "../generated/protocol";
import { stateOf, type TableState } from "./state";

const NOBODY = { account: null, stand_in: null, colour_preferences: [], badge: null, away_until: null };

export function space(q: number, r: number, more: Partial<SpaceView> = {}): SpaceView {
  return { q, r, facing: "......", is_forced: false, is_controlled: false, holders: [], n_unseen_fitting: 0, ...more };
}

export function laid(more: Partial<LaidView> = {}): LaidView {
  return { tile: 40, q: 0, r: 0, rotation: 0, seat: 1, draw: 7, forced: false, turn: 1, left_ms: null, ...more };
}

export function position(more: Partial<PositionView> = {}): PositionView {
  return {
    ply: 1,
    to_play: 0,
    phase: "free",
    turn: 2,
    hands: [
      [12, 3],
      [5, 7],
    ],
    unseen: [20, 21],
    in_endgame: false,
    spaces: [space(1, 0), space(0, 1), space(-1, 1, { is_forced: true, holders: [1], n_unseen_fitting: 2 })],
    placements: ["12@1,0^0", "12@1,0^4", "12@0,1^2", "3@0,1^5"],
    refused: { CONTROLLED: ["3@1,0^1"] },
    forced_tiles: [],
    lines: [],
    scores: [1, 2],
    last_turn: [0],
    passed: [],
    skipped: [],
    outcome: null,
    ...more,
  };
}

export function welcome(more: Partial<Welcome> = {}): Welcome {
  return {
    type: "welcome",
    version: 5,
    game: {
      id: "abc",
      rules: "",
      tile_set: 56,
      is_teams: false,
      seats: [
        { seat: 0, colour: "R", name: "Ann", kind: "person", robot: null, is_mine: true, ...NOBODY },
        { seat: 1, colour: "B", name: "Greedy", kind: "robot", robot: "greedy", is_mine: false, ...NOBODY },
      ],
      drawn: [],
      commitment: "c0ffee",
      started_at: "2026-01-01T00:00:00Z",
      control: null,
      is_listed: false,
      is_rated: false,
      is_imported: false,
      tournament: null,
      host: null,
    },
    laid: [laid()],
    position: position(),
    secret: null,
    clock: null,
    offers: [],
    pause_left_ms: null,
    left: null,
    may_abort: false,
    rematch: null,
    is_stale: false,
    ...more,
  };
}

export function state(more: Partial<TableState> = {}): TableState {
  return { ...stateOf(welcome()), connection: "live", ...more };
}

export function placed(more: Partial<Placed> = {}): Placed {
  const one = laid({ tile: 12, q: 1, r: 0, seat: 0, turn: 2 });
  const after = position({ ply: 2, to_play: 1 });
  return { type: "placed", version: 6, ply: 2, laid: one, position: after, clock: null, may_abort: false, ...more };
}

const CLOCK = {
  view: { left_ms: [1, 1], running: 0, penalties: [0, 0], points: null, bank_ms: null, starts_in_ms: null },
  receivedAtMs: 0,
};
export const offer = (more: Partial<OfferView> = {}): OfferView => ({
  kind: "draw",
  by: 1,
  accepted: [1],
  missing: [0],
  ply: null,
  seat: null,
  ...more,
});

/** A game of two people: seat 0 is at this browser, Bob has the other. */
export function game(more: Partial<GameView> = {}, second: Partial<SeatView> = {}): GameView {
  const [one, two] = welcome().game.seats;
  const other = { ...two, kind: "person", robot: null, name: "Bob", ...second } as SeatView;
  return { ...welcome().game, seats: [one as SeatView, other], ...more };
}

export const playing = (more: Partial<TableState> = {}) =>
  state({ game: game(), clock: CLOCK, laid: [laid(), laid({ tile: 1, seat: 0, q: 3 })], ...more });
