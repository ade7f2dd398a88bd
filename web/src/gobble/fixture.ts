/** A rush for two, for tests: eight tiles in the core, four each; the page is Ann's, who has seat 0. */
import type { RushHolding, RushLaid, RushTile, RushWelcome } from "../generated/protocol";
import type { Rush, RushEvent } from "./state";
import { updated, welcomed } from "./updates";

export const LETTERS: Record<number, string> = {
  11: "RRBYBY",
  23: "GYYRRG",
  17: "YYGRGR",
  40: "RGBGRB",
  28: "GGBBRR",
  19: "RRGYGY",
  24: "GGBRRB",
  42: "BGRGBR",
  7: "BBYRYR",
  56: "BBYGYG",
  3: "RRBBYY",
  49: "YYGBBG",
};
const CORE = "11@0,0^0 23@1,0^0 17@0,1^5 40@-1,1^3 28@-1,2^0 19@-1,0^3 24@0,2^3 42@0,-1^1";

/** Tile 7 fits this space of three sides in rotation 4 only, and the one of two sides in 1 and 3. */
export const FORCED = { q: 1, r: -1 };
export const FREE = { q: -2, r: 1 };
export const LONE = { q: 1, r: -2 };

export function tile(number: number): RushTile {
  return { tile: number, edges: LETTERS[number] ?? "" };
}

export function rushLaid(text: string, seat: number | null = null): RushLaid {
  const [number, q, r, rotation] = text.split(/[@,^]/).map(Number) as [number, number, number, number];
  const letters = LETTERS[number] ?? "";
  const edges = letters.slice(6 - rotation) + letters.slice(0, 6 - rotation);
  return { tile: number, q, r, rotation, edges, seat };
}

export function holding(seat: number, more: Partial<RushHolding> = {}): RushHolding {
  return { seat, n_stock: 4, pile: [], has_turned: false, dues: [], rank: null, has_left: false, ...more };
}

export function rushWelcome(more: Partial<RushWelcome> = {}): RushWelcome {
  return {
    type: "rush_welcome",
    version: 0,
    at_ms: 0,
    room: {
      id: "abcdefghjkmn",
      url: "/gobble/abcdefghjkmn",
      code: "KIWI 42",
      phase: "running",
      is_owner: true,
      host: { seat: 0, name: "Ann", is_here: true, passes_in_ms: null },
      is_listed: false,
      seats: ["Ann", "Bob"].map((name, seat) => ({
        seat,
        name,
        robot: null,
        is_mine: seat === 0,
        is_owner: seat === 0,
        account: null,
        face: null,
        handicap: 0,
        n_dealt: 4,
      })),
      settings: {
        double_gobble: false,
        penalty: "forced-only",
        handicaps: [],
        share: 4,
        choose_s: 5,
        limit_s: 0,
        pace: 100,
        rated: false,
      },
      rules: "2 tiles=4,4",
      penalty_sides: 3,
      n_core: 8,
      n_box: 40,
      commitment: "0".repeat(64),
      started_at: "2026-11-21T12:00:00Z",
      rematch: null,
      tournament: null,
    },
    seat: 0,
    laid: CORE.split(" ").map((text) => rushLaid(text)),
    spaces: [],
    holdings: [holding(0), holding(1)],
    mine: { seat: 0, turned: null, pile: [] },
    outcome: null,
    secret: null,
    ...more,
  };
}

export function begun(): Rush {
  return welcomed(rushWelcome(), null);
}

/** Return the rush after a tile was turned. */
export function withTurned(rush: Rush, number: number): Rush {
  return afterEvents(
    rush,
    { kind: "turned", seat: 0, tile: tile(number) },
    [holding(0, { n_stock: 3, has_turned: true })],
    {
      turned: number,
    },
  );
}

/** Return what the server sends after some events, with what each player then holds. */
export function afterEvents(
  rush: Rush,
  event: RushEvent,
  holdings: RushHolding[] = [],
  own: { turned?: number; pile?: number[] } | null = null,
): Rush {
  const mine = own && {
    seat: 0,
    turned: own.turned === undefined ? null : tile(own.turned),
    pile: (own.pile ?? []).map(tile),
  };
  const update = {
    type: "rushed" as const,
    version: rush.version + 1,
    at_ms: 1000,
    events: [event],
    holdings,
    mine,
  };
  return updated(rush, update) as Rush;
}
