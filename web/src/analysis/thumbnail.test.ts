import { describe, expect, test } from "vitest";
import { laid } from "../table/fixture";
import { sceneOf } from "./thumbnail";

describe("the picture of a continuation", () => {
  test("shows the first tile, what follows near it, and the tiles around", () => {
    const table = [laid({ q: 0, r: 0 }), laid({ q: 12, r: 0 })];

    const scene = sceneOf(["12@1,0^3", "5@1,1^0", "7@11,0^2"], table);

    expect(scene?.first).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 3 });
    expect(scene?.rest.map(({ tile }) => tile)).toEqual([5]);
    expect(scene?.laid).toEqual([table[0]]);
  });

  test("needs a placement that can be read", () => {
    expect(sceneOf([], [])).toBeNull();
    expect(sceneOf(["x"], [])).toBeNull();
  });
});
