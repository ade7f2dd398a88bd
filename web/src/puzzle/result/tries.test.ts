import { expect, test } from "vitest";
import type { Laid } from "../state";
import { NO_TRIES, printTries, tried } from "./tries";

const ONE = { tile: 1, q: 0, r: 0, rotation: 0 };
const TWO = { tile: 2, q: 1, r: 0, rotation: 0 };
const THREE = { tile: 3, q: 0, r: 1, rotation: 0 };

function after(...tables: Laid[]) {
  return tables.reduce((tries, table, n) => tried(tries, tables[n - 1] ?? [], table), NO_TRIES);
}

test("tiles stand in the order of laying, and one that was moved or put back is taken back", () => {
  const moved = { ...TWO, q: 3 };

  expect(printTries(after([TWO], [TWO, ONE], [ONE, moved], [ONE, moved, THREE]), [ONE, moved, THREE])).toBe("100");
  expect(printTries(after([TWO], [TWO, ONE], [TWO], [TWO, ONE]), [ONE, TWO])).toBe("01");
});

test("a tile that turns in its place, and a group that moves, are not taken back", () => {
  const turned = { ...TWO, rotation: 3 };
  const elsewhere = [ONE, turned].map((tile) => ({ ...tile, r: tile.r + 2 }));

  expect(printTries(after([ONE], [ONE, TWO], [ONE, turned], elsewhere), elsewhere)).toBe("00");
});

test("it is not known how tiles came that lay there before", () => {
  expect(printTries(tried(NO_TRIES, [ONE], [ONE, TWO]), [ONE, TWO])).toBe("");
});
