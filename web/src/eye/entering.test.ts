import { nothing, type TemplateResult } from "lit";
import { expect, test, vi } from "vitest";
import { UNREAD } from "../generated/eye-layout";
import { addressToConfirm, canBeEntered, digestOf, entering, gameToCount, likelyColours } from "./entering";
import type { Photograph } from "./photograph";
import type { Scan } from "./state";

const GAME = {
  tournament: "k3x",
  match: "1-all-1-2",
  number: "1",
  board: "2",
  sides: ["Una", "Vic"] as [string, string],
};

const TILE = { x: 0, y: 0, matrix: [40, 0, 0, 40] as [number, number, number, number], group: 0, r: 0, isWhole: true };
const NO_LINE = { isLoop: false, tiles: [] };

/** Tiles in a row, each with the share of certainty with which it was read. */
function row(...tiles: [tile: number, confidence: number][]): Scan {
  return {
    seen: { tiles: tiles.map((_, q) => ({ ...TILE, q: 3 * q })), backs: [] },
    decided: {
      tiles: tiles.map(([tile, confidence]) => ({
        readings: [{ tile, rotation: 0, likely: 1 }],
        confidence,
        isColourDoubtful: false,
      })),
      lines: [NO_LINE, NO_LINE, NO_LINE, NO_LINE],
    },
    fixed: tiles.map(() => UNREAD),
    past: [],
  };
}

function offered(scan: Scan): TemplateResult | typeof nothing {
  return entering(
    GAME,
    scan,
    {} as Photograph,
    ["R", "B"],
    () => undefined,
    () => undefined,
  );
}

test("a result is entered only from tiles that can lie so and of which none is doubtful", () => {
  const [right, doubtful, twice] = [row([1, 1], [2, 1]), row([1, 1], [2, 0.5]), row([1, 1], [1, 1])];

  expect([right, doubtful, twice].map(canBeEntered)).toEqual([true, false, false]);
  expect((offered(right) as TemplateResult).strings[0]).toContain("<form");
  expect((offered(doubtful) as TemplateResult).strings.join()).not.toContain("<form");
  expect(offered(twice)).toBe(nothing);
});

test("the colours of the best lines most likely played; others stand in where there are none", () => {
  const one = row([1, 1]);
  const lines = [NO_LINE, { isLoop: false, tiles: [0] }, NO_LINE, { isLoop: true, tiles: [0, 0, 0] }];

  expect(likelyColours({ ...one, decided: { ...one.decided, lines } })).toEqual(["B", "Y"]);
  expect(likelyColours(one)).toEqual(["R", "B"]);
});

test("the page knows the game for which it was opened", () => {
  const search = "?tournament=k3x&match=1-all-1-2&number=1&board=2&first=Una&second=Vic";

  expect(gameToCount(search)).toEqual(GAME);
  expect(gameToCount("")).toBeNull();
  expect(gameToCount(search.replace("k3x", "../../x"))).toBeNull();
});

test("scores, digest and tiles go to the page of the tournament", () => {
  const tile = { x: 0, y: 0, matrix: [40, 0, 0, 40] as [number, number, number, number], group: 0, q: -1, r: 2 };
  const none = { isLoop: false, tiles: [] };
  const scan: Scan = {
    seen: { tiles: [{ ...tile, isWhole: true }], backs: [] },
    decided: {
      tiles: [{ readings: [{ tile: 7, rotation: 3, likely: 1 }], confidence: 1, isColourDoubtful: false }],
      lines: [{ isLoop: true, tiles: [0, 0, 0] }, none, none, { isLoop: false, tiles: [0] }],
    },
    fixed: [UNREAD],
    past: [],
  };

  const address = new URL(addressToConfirm(GAME, scan, ["B", "R"], "0f"), "https://example.org");

  expect(address.pathname).toBe("/tournaments/k3x");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    match: "1-all-1-2",
    number: "1",
    board: "2",
    first: "1",
    second: "6",
    picture: "0f",
    tiles: "7@-1,2^3",
  });
});

test("a picture is known by its SHA-256, where the page is served safely", async () => {
  const picture = new Blob(["abc"]);

  expect(await digestOf(picture)).toBe("");
  vi.stubGlobal("isSecureContext", true);
  expect(await digestOf(picture)).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  vi.unstubAllGlobals();
});
