import { afterEach, expect, test, vi } from "vitest";
import { setLanguage, t, tn } from "../page/i18n";
import { laid, position, state, welcome } from "./fixture";
import { hintFor, laidAnnouncement, laidSentence, leftSentence, outcomeSentence, promptSentence } from "./sentences";
import { choose, hold } from "./state";

afterEach(() => {
  setLanguage("en", {});
  vi.unstubAllGlobals();
});

test("a placement is described with its draw", () => {
  const one = laid({ tile: 12, q: 3, r: -1, seat: 1, draw: 7 });

  expect(laidSentence(welcome().game, one)).toBe("Greedy placed this tile.");
  expect(laidAnnouncement(welcome().game, one)).toMatch(/^Greedy placed tile 12 at 3,-1, drew 7\./);
});

test("the reader's own placement and departure are told in the second person", () => {
  const one = laid({ tile: 12, q: 3, r: -1, seat: 0, draw: 7 });

  expect(laidSentence(welcome().game, one)).toBe("You placed this tile.");
  expect(leftSentence(welcome().game, 0)).toBe("You left the game.");
  expect(leftSentence(welcome().game, 1)).toBe("Greedy has left.");
});

test("a refused space gives its reason, even if only the colours fail", () => {
  const holding = choose(state(), 3);

  expect(hintFor(holding, { q: 1, r: 0 })).toContain("controlled by a forced space");
  expect(hintFor(holding, { q: -1, r: 1 })).toContain("colours of touching edges do not match");
});

test("a space that the tile fits says in how many rotations", () => {
  expect(hintFor(hold(choose(state(), 12), { q: 0, r: 1 }, false), { q: 0, r: 1 })).toBe("It fits here one way.");
});

test("a shared first rank is a draw", () => {
  const outcome = { termination: "played-out", scores: [9, 9], ranks: [1, 1] };

  expect(outcomeSentence(welcome().game, outcome)).toBe("A draw between Ann and Greedy, 9\u00a0:\u00a09.");
});

test("a deadlock is given as the reason of a draw", () => {
  const outcome = { termination: "deadlock", scores: [4, 5], ranks: [1, 1] };

  expect(outcomeSentence(welcome().game, outcome)).toBe(
    "Deadlock: no legal free placement. The game is a draw, whatever the scores: 4\u00a0:\u00a05.",
  );
});

test("passes and skips are reported before the next task", () => {
  const passed = position({ passed: [1], skipped: [0] });

  expect(promptSentence(state({ position: passed }))).toBe(
    "Greedy has no legal free placement and passes. Ann has no tiles left and is skipped. Your turn: place any tile.",
  );
  expect(promptSentence(state({ position: { ...passed, to_play: 1 } }))).toMatch(/^Greedy has no .* Greedy to play\.$/);
});

test("missing translations fall back to English", () => {
  setLanguage("pl", { "Tile {tile}": "Płytka {tile}" });

  expect(t("Tile {tile}", { tile: 3 })).toBe("Płytka 3");
  expect(t("Board")).toBe("Board");
});

test.each([
  ["ru", 1, "one"],
  ["ru", 3, "few"],
  ["ru", 11, "many"],
  ["ru", 21, "one"],
  ["pl", 21, "many"],
  ["pl", 22, "few"],
  ["de", 0, "many"],
  ["de", 1, "one"],
  ["fr", 0, "one"],
  ["fr", 2, "many"],
  ["fr", 1_000_000, "many"],
  ["es", 1_000_000, "many"],
  ["hu", 1, "only"],
  ["hu", 2, "only"],
])("plural of %s %i is %s", (code, n, form) => {
  const forms = { ru: ["one", "few", "many"], pl: ["one", "few", "many"], hu: ["only"] }[code] ?? ["one", "many"];
  setLanguage(code, { "{n} x": forms });

  expect(tn("{n} x", "{n} xs", n)).toBe(form);
});

test("whoever drew the higher tile reads so, at whichever seat, with its number only where numbers are shown", () => {
  const { game } = welcome();
  const seats = game.seats.map((seat) => ({ ...seat, is_mine: seat.seat === 1 }));
  const atStart = { laid: [], position: position({ ply: 0, to_play: 1 }) };
  const prompt = () => promptSentence(state({ ...atStart, game: { ...game, seats, drawn: [20, 22] } }));

  expect(prompt()).toContain("You drew the higher tile, so you start.");

  vi.stubGlobal("document", { documentElement: { dataset: { numbers: "on" } } });
  expect(prompt()).toContain("You drew the higher tile (22 to 20), so you start.");
});
