import { afterEach, expect, test } from "vitest";
import { setLanguage } from "../../page/i18n";
import { position, state, welcome } from "../fixture";
import { answer } from "./commands";

afterEach(() => setLanguage("en", {}));

test("place makes a legal placement", () => {
  expect(answer(state(), "place 12 1,0 4").place).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 4 });
});

test("place accepts the notation of records too", () => {
  expect(answer(state(), "Place 12@1,0^4").place).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 4 });
});

test("place needs no rotation if only one is legal", () => {
  expect(answer(state(), "place 12 0,1").place?.rotation).toBe(2);
});

test("place without rotation lists them if several are legal", () => {
  const { place, lines } = answer(state(), "place 12 1,0");

  expect(place).toBeNull();
  expect(lines).toEqual([
    "Here its rotation may be 0 (red red yellow blue yellow blue), 4 (yellow blue yellow blue red red).",
  ]);
});

test.each([
  ["place 3 1,0 1", "This space is controlled by a forced space."],
  ["place 3 -1,1", "The colours of touching edges do not match."],
  [
    "place 3 -1,1 0",
    "The colours of touching edges do not match. Mismatch of tile 3, north-east: yellow beside blue of tile 40.",
  ],
  ["place 5 0,1 0", "This tile is not in the hand of the player whose turn it is."],
  ["place 3 0,0 0", "There is already a tile here."],
  ["place 3 9,9 0", "A tile must touch the Tantrix; the first one goes in the middle."],
  ["place", "Write it like this: place 12 3,-1 4"],
])("%s is refused with its reason", (line, reason) => {
  expect(answer(state(), line)).toEqual({ place: null, lines: [reason] });
});

test("clock tells each player's time in words, whose clock runs, and penalties", () => {
  const view = {
    left_ms: [295_500, -61_000],
    running: 0,
    penalties: [0, 5],
    points: null,
    bank_ms: null,
    starts_in_ms: null,
  };
  const timed = state({ clock: { view, receivedAtMs: performance.now() } });

  expect(answer(timed, "clock").lines).toEqual([
    "Ann, red. Time left: 4 minutes 55 seconds. This clock is running.",
    "Greedy, blue. Over time: 1 minute 1 second. 5 penalty points.",
  ]);
  expect(answer(state(), "Clock").lines).toEqual(["This game has no clock."]);
});

test("during another player's turn a tile is queued in any rotation that fits", () => {
  const { place, lines } = answer(state({ position: position({ to_play: 1 }) }), "place 12 1,0 5");

  expect(place).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 5 });
  expect(lines).toEqual(["Queueing tile 12 at 1,0, red yellow blue yellow blue red."]);
});

test("spectators are told whose turn it is", () => {
  const watched = welcome().game.seats.map((seat) => ({ ...seat, is_mine: false }));
  const watching = state({ game: { ...welcome().game, seats: watched }, position: position({ to_play: 1 }) });

  expect(answer(watching, "place 12 1,0 4")).toEqual({ place: null, lines: ["Greedy to play."] });
});

test("back removes the queued tile", () => {
  const queued = state({ queued: { tile: 12, cell: { q: 1, r: 0 }, rotation: 4, seat: 0 } });

  expect(answer(queued, "back").takesBack).toBe(true);
  expect(answer(state(), "back")).toEqual({ place: null, lines: ["No tile is queued."] });
});

test("legal lists cells with rotations", () => {
  expect(answer(state(), "legal 12").lines).toEqual([
    "1,0: rotation 0 (red red yellow blue yellow blue), 4 (yellow blue yellow blue red red)",
    "0,1: rotation 2 (yellow blue red red yellow blue)",
  ]);
});

test("forced lists forced spaces with holders and unseen tiles", () => {
  const { lines } = answer(state(), "forced");

  expect(lines).toEqual(["Space -1,1. Forced space: Greedy can fill it by colour. 2 unseen tiles fit."]);
});

test.each(["hand", "score", "last", "bag", "turn", "spaces", "help", "at 0,0", "tile 12", "board"])(
  "%s answers",
  (line) => {
    expect(answer(state(), line).lines.join("")).not.toBe("");
  },
);

test("hand, bag, board and at describe colours", () => {
  expect(answer(state(), "hand").lines[0]).toBe(
    "Ann: 12 red red yellow blue yellow blue, 3 red red blue blue yellow yellow",
  );
  expect(answer(state(), "bag").lines).toContain("Tile 20: red red yellow green yellow green.");
  expect(answer(state(), "board").lines).toEqual(["Tile 40 at 0,0: red green blue green red blue."]);
  expect(answer(state(), "at 0,0").lines[0]).toContain("red green blue green red blue");
  expect(answer(state(), "at 9,9").lines).toEqual(["Cell 9,9 touches no tile."]);
});

test("tile describes a tile, turned or not, and where it is", () => {
  expect(answer(state(), "tile 3").lines).toEqual([
    "Tile 3: red red blue blue yellow yellow.",
    "red: a corner, east and south-east; blue: a corner, south-west and west; yellow: a corner, north-west and north-east.",
    "It is in the hand of Ann.",
  ]);
  expect(answer(state(), "tile 3 1").lines[0]).toBe("Tile 3: yellow red red blue blue yellow.");
  expect(answer(state(), "tile 20").lines[2]).toBe("It has not been drawn yet.");
  expect(answer(state(), "tile 40").lines[2]).toContain("at 0,0");
  for (const line of ["tile", "tile 99", "tile 0", "tile 3 6"])
    expect(answer(state(), line).lines).toEqual(["Write it like this: tile 12"]);
});

test("score lists the lines of all colours, and which are loops", () => {
  const lines = [
    { colour: "R" as const, score: 12, is_loop: true, cells: [] },
    { colour: "G" as const, score: 4, is_loop: false, cells: [] },
  ];

  expect(answer(state({ position: position({ lines, scores: [12, 2] }) }), "score").lines).toEqual([
    "Ann, red: 12, a loop",
    "Greedy, blue: 2, a line",
    "green: 4, a line",
  ]);
});

test("commands are understood, and listed, in the page's language too", () => {
  setLanguage("pl", { "hand (the command to list the tiles of all players; one word)": "ręka" });

  expect(answer(state(), "reka").lines).toEqual(answer(state(), "hand").lines);
  expect(answer(state(), "help").lines.join(" ")).toContain("ręka: the tiles of all players");
  expect(answer(state(), "help").lines.at(-1)).toContain("English words work too: help, place");
});

test.each(["constructor", "", "__proto__", "frobnicate"])("the unknown command %j is reported", (line) => {
  expect(answer(state(), line).lines[0]).toContain("There is no command");
});
