import { describe, expect, test } from "vitest";
import type { SeatView } from "../generated/protocol";
import { claimable, mayAbort, mayOffer, mayReturn, type OfferedKind } from "./actions";
import { game, laid, offer, playing, position } from "./fixture";
import type { TableState } from "./state";

const KINDS: OfferedKind[] = ["draw", "takeback", "pause", "resume", "rematch"];
const offered = (one: TableState) => KINDS.filter((kind) => mayOffer(one, kind));

describe("what may be offered", () => {
  test("between two people in a casual game with a clock: draw, takeback and pause", () => {
    expect(offered(playing())).toEqual(["draw", "takeback", "pause"]);
  });

  test("in a rated game neither draw nor takeback", () => {
    expect(offered(playing({ game: game({ is_rated: true }) }))).toEqual(["pause"]);
  });

  test("against robots only, no draw", () => {
    expect(offered(playing({ game: game({}, { kind: "robot", robot: "greedy" }) }))).toEqual(["takeback", "pause"]);
  });

  test("no takeback before one's first tile, no pause without a clock or in correspondence games", () => {
    expect(offered(playing({ laid: [laid()], clock: null }))).toEqual(["draw"]);
    expect(offered(playing({ game: game({ control: "2 days" }) }))).toEqual(["draw", "takeback"]);
  });

  test("no pause in the live game of a tournament", () => {
    expect(offered(playing({ game: game({ is_rated: true, tournament: "/tournaments/x" }) }))).toEqual([]);
  });

  test("no rematch of a tournament game, which leads back to its tournament", () => {
    const over = position({ phase: "over" });

    expect(offered(playing({ position: over, game: game({ tournament: "/tournaments/x" }) }))).toEqual([]);
  });

  test("in a pause to resume, after the game a rematch, for spectators nothing", () => {
    const over = position({ phase: "over" });
    const watched = game().seats.map((seat) => ({ ...seat, is_mine: false }));

    expect(offered(playing({ pauseEndsAtMs: 1 }))).toEqual(["draw", "resume"]);
    expect(offered(playing({ position: over }))).toEqual(["rematch"]);
    expect(offered(playing({ position: over, rematch: "/games/x" }))).toEqual([]);
    expect(offered(playing({ game: game({ seats: watched }) }))).toEqual([]);
  });

  test("nothing twice", () => {
    expect(offered(playing({ offers: [offer({ by: 0, missing: [1] })] }))).toEqual(["takeback", "pause"]);
  });

  test("aborting while the server allows it, and only by players", () => {
    expect(mayAbort(playing({ mayAbort: true }))).toBe(true);
    expect(mayAbort(playing())).toBe(false);
  });
});

test("absent players' seats may be claimed by others, not by themselves", () => {
  const views = [0, 1].map((seat) => ({ seat, away_ms: 0, n_absences: 0, claimable_in_ms: 300_000 }));
  const away = playing({ away: { views, receivedAtMs: 0 } });

  expect(claimable(away).map(({ seat }) => seat)).toEqual([1]);
});

test("a player returns for the robot that stands in, not in a rated game", () => {
  const [mine] = game().seats.map((seat) => ({ ...seat, stand_in: "greedy" }));

  expect(mayReturn(playing(), mine as SeatView)).toBe(true);
  expect(mayReturn(playing({ game: game({ is_rated: true }) }), mine as SeatView)).toBe(false);
});
