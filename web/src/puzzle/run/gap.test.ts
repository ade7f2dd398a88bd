import { expect, test } from "vitest";
import {
  beginGap,
  clashesOf,
  type Gap,
  isClosed,
  isFilled,
  place,
  press,
  solutionOf,
  trayTiles,
  turn,
  turnsLeft,
  undoPlacement,
} from "./gap";

const CELL = { q: 1, r: 0 };
const GAP = beginGap({ level: 1, colour: "Y", laid: ["1@0,0^0"], spaces: [CELL], tiles: [2, 3] });

test("a tile goes from the tray into the space and back", () => {
  const placed = place(GAP, 2, CELL);

  expect(trayTiles(placed)).toEqual([3]);
  expect(trayTiles(place(placed, 3, CELL))).toEqual([2]);
  expect(trayTiles(undoPlacement(placed))).toEqual([2, 3]);
});

test("a space takes the next tile, is turned when pressed again, and swaps for a tile that was chosen", () => {
  const placed = press(GAP, CELL);
  const turned = press(placed, CELL);
  const swapped = press({ ...turned, chosen: 3 }, CELL);

  expect(placed.placed).toEqual([{ tile: 2, ...CELL, rotation: 0 }]);
  expect(turned.placed).toEqual([{ tile: 2, ...CELL, rotation: 1 }]);
  expect(swapped.placed).toEqual([{ tile: 3, ...CELL, rotation: 0 }]);
  expect(trayTiles(swapped)).toEqual([2]);
  expect(press(swapped, CELL).placed).toEqual([{ tile: 3, ...CELL, rotation: 1 }]);
});

const LOOP = beginGap({
  level: 1,
  colour: "R",
  laid: ["8@0,1^0", "9@-1,1^2", "13@-1,0^3", "21@-1,2^2"],
  spaces: [{ q: 0, r: 0 }],
  tiles: [37, 4],
});
const SPACE = { q: 0, r: 0 };

function turned(gap: Gap, n: number): Gap {
  return n === 0 ? gap : turned(turn(gap, SPACE), n - 1);
}

test("the answer is sent when the line is closed, also with a clash beside it", () => {
  const right = place(LOOP, 4, SPACE);
  const clash = turned(place(LOOP, 37, SPACE), 4);

  expect([isClosed(right), right.placed.flatMap((one) => clashesOf(right, one))]).toEqual([true, []]);
  expect([isClosed(clash), clash.placed.flatMap((one) => clashesOf(clash, one)).length > 0]).toEqual([true, true]);
  expect([isClosed(turn(right, SPACE)), isFilled(turn(right, SPACE))]).toEqual([false, true]);
  expect([isClosed(LOOP), isFilled(LOOP)]).toEqual([false, false]);
});

test("turns are as many as solving needs, whichever tile is turned", () => {
  const spent = turned(place(LOOP, 37, SPACE), 5);
  const other = place(spent, 4, SPACE);

  expect([turnsLeft(LOOP), turnsLeft(spent), turnsLeft(other)]).toEqual([5, 0, 0]);
  expect(press(other, SPACE)).toEqual(other);
});

test("a gap is closed by the tile that matches on all sides, and by none if there is none", () => {
  const gap = beginGap({
    level: 2,
    colour: "R",
    laid: ["17@0,0^0", "21@-2,2^4", "29@-2,1^3", "32@-1,0^0", "48@0,-1^1"],
    spaces: [{ q: -1, r: 1 }],
    tiles: [41, 51, 54],
  });
  const loop = ["R", "Y", "G", "B"].map((colour) => ({ ...gap, view: { ...gap.view, colour } }) as Gap);

  const found = loop.flatMap((one) => solutionOf(one) ?? []);

  expect(found).toContainEqual({ tile: 51, q: -1, r: 1, rotation: 3 });
  expect(solutionOf({ ...gap, view: { ...gap.view, tiles: [] } })).toBeNull();
});
