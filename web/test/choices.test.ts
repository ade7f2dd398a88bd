import { describe, expect, test, vi } from "vitest";
import { claimable, mayAbort, mayOffer, mayReturn, type OfferedKind } from "../src/choices";
import type { GameView, OfferView, SeatView } from "../src/protocol";
import type { TableState } from "../src/state";
import { laid, position, state, welcome } from "./fixture";

vi.stubGlobal("HTMLElement", class {});
vi.stubGlobal("customElements", { define: () => undefined });

const { declinedSentences, newSentences, offerSentence } = await import("../src/offers");

const KINDS: OfferedKind[] = ["draw", "takeback", "pause", "resume", "rematch"];
const clock = { view: { left_ms: [1, 1], running: 0, penalties: [0, 0] }, heardAtMs: 0 };
const offer = (more: Partial<OfferView> = {}): OfferView => ({
  kind: "draw",
  by: 1,
  accepted: [1],
  missing: [0],
  ply: null,
  seat: null,
  ...more,
});

function game(more: Partial<GameView> = {}, second: Partial<SeatView> = {}): GameView {
  const [one, two] = welcome().game.seats;
  const other = { ...two, kind: "person", robot: null, name: "Bob", ...second } as SeatView;
  return { ...welcome().game, seats: [one as SeatView, other], ...more };
}

const playing = (more: Partial<TableState> = {}) =>
  state({ game: game(), clock, laid: [laid(), laid({ tile: 1, seat: 0, q: 3 })], ...more });
const offered = (one: TableState) => KINDS.filter((kind) => mayOffer(one, kind));

describe("what may be offered", () => {
  test("between two people in a casual game with a clock: draw, takeback and pause", () => {
    expect(offered(playing())).toEqual(["draw", "takeback", "pause"]);
  });

  test("in a rated game neither draw nor takeback", () => {
    expect(offered(playing({ game: game({ is_rated: true }) }))).toEqual(["pause"]);
  });

  test("against robots alone no draw", () => {
    expect(offered(playing({ game: game({}, { kind: "robot", robot: "greedy" }) }))).toEqual(["takeback", "pause"]);
  });

  test("no takeback before one has laid a tile, no pause without a clock or by correspondence", () => {
    expect(offered(playing({ laid: [laid()], clock: null }))).toEqual(["draw"]);
    expect(offered(playing({ game: game({ control: "2 days" }) }))).toEqual(["draw", "takeback"]);
  });

  test("in a pause to go on, after the game a rematch, by watchers nothing", () => {
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

  test("aborting while the server says so, and only by players", () => {
    expect(mayAbort(playing({ mayAbort: true }))).toBe(true);
    expect(mayAbort(playing())).toBe(false);
  });
});

test("those away may be claimed by others, not by themselves", () => {
  const views = [0, 1].map((seat) => ({ seat, away_ms: 0, n_absences: 0, claimable_in_ms: 300_000 }));
  const away = playing({ away: { views, heardAtMs: 0 } });

  expect(claimable(away).map(({ seat }) => seat)).toEqual([1]);
});

test("a person comes back for the robot that stands in, not in a rated game", () => {
  const [mine] = game().seats.map((seat) => ({ ...seat, stand_in: "greedy" }));

  expect(mayReturn(playing(), mine as SeatView)).toBe(true);
  expect(mayReturn(playing({ game: game({ is_rated: true }) }), mine as SeatView)).toBe(false);
});

describe("what is said of offers", () => {
  test("a takeback names its placements", () => {
    const one = playing({ laid: [laid(), laid({ tile: 7, seat: 1, q: 1, r: -1 }), laid({ tile: 9, seat: 0, q: 2 })] });

    expect(offerSentence(one, offer({ kind: "takeback", ply: 1 }))).toBe(
      "Bob asks to take back 7@1,-1 and 1 tile after it.",
    );
  });

  test("one's own offer says for whom it waits", () => {
    expect(offerSentence(playing(), offer({ by: 0, missing: [1] }))).toBe("You offered a draw. Waiting for Bob.");
  });

  test("what is new is said once", () => {
    const after = playing({ offers: [offer()] });

    expect(newSentences(playing(), after)).toEqual(["Bob offers a draw."]);
    expect(newSentences(after, after)).toEqual([]);
  });

  test("one's own offer that is gone while the game stands still was declined", () => {
    const asked = playing({ offers: [offer({ by: 0, missing: [1] })] });

    expect(declinedSentences(asked, playing())).toEqual(["The draw was declined."]);
    expect(declinedSentences(asked, playing({ version: 6 }))).toEqual([]);
    expect(declinedSentences(playing({ offers: [offer()] }), playing())).toEqual([]);
  });
});
