import { describe, expect, test } from "vitest";
import { laid, position, space, state } from "../fixture";
import { choose, hold, rotate } from "../state";
import { cellLabel } from "./cell-label";

describe("cells of a board", () => {
  const spaces = [space(1, 0, { facing: "...R.." }), space(0, 1, { facing: "....RY" }), space(-1, 1)];
  const table = state({ position: position({ spaces }) });

  test("a tile says what it shows, and who laid it", () => {
    const one = laid({ rotation: 1, forced: true });

    expect(cellLabel(state({ laid: [one] }), { q: 0, r: 0 })).toBe(
      "Tile 40 at 0,0: blue red green blue green red. Placed by Greedy as a forced placement.",
    );
  });

  test("a space says where it is and what faces it, with or without a selected tile", () => {
    expect(cellLabel(table, { q: 1, r: 0 })).toBe("Space 1,0: west red.");
    expect(cellLabel(choose(table, 12), { q: 0, r: 1 })).toBe(
      "Space 0,1: north-west red, north-east yellow. Tile 12 fits one way: yellow blue red red yellow blue.",
    );
    expect(cellLabel(choose(table, 3), { q: 1, r: 0 })).toMatch(
      /^Space 1,0: west red\. This space is controlled by a forced space\./,
    );
  });

  test("a space says what the tile over it shows, also after a turn", () => {
    const held = hold(choose(table, 12), { q: 1, r: 0 }, false);

    expect(cellLabel(held, { q: 1, r: 0 })).toContain("fits 2 ways, now red red yellow blue yellow blue.");
    expect(cellLabel(rotate(held, 1), { q: 1, r: 0 })).toContain("fits 2 ways, now yellow blue yellow blue red red.");
  });
});
