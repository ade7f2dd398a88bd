import { expect, test } from "vitest";
import { TILE_EDGES } from "../../generated/tile-edges";
import { beginGap, clashesOf, isFilled, place, press, trayTiles, turn, undoPlacement } from "./gap";

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

test("the gap is filled once the colours match", () => {
  let placed = place(GAP, 2, CELL);
  const shown = TILE_EDGES[0]?.[0];
  for (let n = 0; n < 6 && clashesOf(placed, placed.placed[0] as never).length > 0; n++) placed = turn(placed, CELL);
  const one = placed.placed[0];

  expect(one && TILE_EDGES[1]?.[(3 - one.rotation + 12) % 6]).toBe(shown);
  expect(isFilled(placed)).toBe(true);
  expect(isFilled(turn(placed, CELL))).toBe(
    clashesOf(turn(placed, CELL), turn(placed, CELL).placed[0] as never).length === 0,
  );
});
