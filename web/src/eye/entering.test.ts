import { expect, test, vi } from "vitest";
import { UNREAD } from "../generated/eye-layout";
import { addressToConfirm, digestOf, gameToCount } from "./entering";
import type { Scan } from "./state";

const GAME = {
  tournament: "k3x",
  match: "1-all-1-2",
  number: "1",
  board: "2",
  sides: ["Una", "Vic"] as [string, string],
};

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
