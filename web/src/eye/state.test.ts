import { describe, expect, test } from "vitest";
import { NO_TILE, UNREAD } from "../generated/eye-layout";
import type { DecidedTile, SeenTile } from "./module";
import {
  brokenContacts,
  corrected,
  counted,
  cut,
  goalsOf,
  groupAlone,
  mainUse,
  markOf,
  positionText,
  racks,
  repeated,
  type Scan,
  saidOf,
  standings,
  undone,
  verdictOf,
  withTile,
} from "./state";

interface Given {
  tile: number;
  rotation?: number;
  q?: number;
  r?: number;
  group?: number;
  y?: number;
  confidence?: number;
  isWhole?: boolean;
}

/** A picture with these tiles, those without a group apart from all others. */
function scan(...given: Given[]): Scan {
  const tiles = given.map(({ q = 0, r = 0, y = 0, group, isWhole = true }, place): SeenTile => {
    return { x: 100 * place, y, matrix: [40, 0, 0, 40], group: group ?? 100 + place, q, r, isWhole };
  });
  const decided = given.map(({ tile, rotation = 0, confidence = 1 }): DecidedTile => {
    return { readings: [{ tile, rotation, likely: confidence }], confidence, isColourDoubtful: false };
  });
  const lines = [0, 1, 2, 3].map(() => ({ isLoop: false, tiles: [] as number[] }));
  return { seen: { tiles, backs: [] }, decided: { tiles: decided, lines }, fixed: given.map(() => UNREAD), past: [] };
}

describe("the tiles in a picture", () => {
  test("are listed with the doubtful ones first, without those that are cut off", () => {
    const read = scan({ tile: 1 }, { tile: 2, confidence: 0.9 }, { tile: 3, isWhole: false });

    expect(counted(read)).toEqual([1, 0]);
    expect([0, 1, 2].map((place) => markOf(read, place))).toEqual(["sure", "doubtful", "cut"]);
  });

  test("are sure or gone once the user has said so, until that is undone", () => {
    const read = scan({ tile: 1, confidence: 0.5 }, { tile: 2, confidence: 0.5 });
    const said = { ...read, ...corrected(read, 0, 30) };
    const again = { ...said, ...corrected(said, 1, NO_TILE) };

    expect([0, 1].map((place) => markOf(again, place))).toEqual(["sure", null]);
    expect(undone(again).fixed).toEqual(said.fixed);
    expect(undone({ ...said, ...undone(again) }).fixed).toEqual(read.fixed);
  });

  test("count though they are cut off once the user has said what they are", () => {
    const read = scan({ tile: 1 }, { tile: 2, isWhole: false });

    expect(cut(read)).toEqual([1]);
    expect(counted({ ...read, ...corrected(read, 1, 30) })).toEqual([0, 1]);
  });

  test("may be added by the user, and are no tiles once that is undone", () => {
    const read = scan({ tile: 1 });
    const { seen, decided } = scan({ tile: 1 }, { tile: 2 });
    const more = { ...withTile(read, 1, seen.tiles[1] as SeenTile), decided };
    const less = { ...more, ...undone(more) };

    expect(counted(more)).toEqual([0, 1]);
    expect(more.seen.tiles.map(({ isAdded }) => isAdded)).toEqual([undefined, true]);
    expect(less.fixed).toEqual([UNREAD, NO_TILE]);
    expect(withTile(less, 1, seen.tiles[1] as SeenTile).fixed).toEqual([UNREAD, UNREAD]);
    expect(withTile(read, 0, seen.tiles[0] as SeenTile)).toBe(read);
  });

  test("are what was said of them where they lie, if the picture is read again", () => {
    const said = [{ x: 103, y: 2, reading: 30 }];

    expect(saidOf(scan({ tile: 1 }, { tile: 2 }, { tile: 3 }).seen, said)).toEqual([UNREAD, 30, UNREAD]);
  });

  test("clash where they touch in two colours, each contact once", () => {
    // Tile 1 shows red in the east, tile 2 red in the west only if turned.
    const apart = scan({ tile: 1 }, { tile: 2, q: 1 });
    const touching = [0, 1, 2, 3, 4, 5].map((rotation) =>
      brokenContacts(scan({ tile: 1, group: 0 }, { tile: 2, q: 1, group: 0, rotation })),
    );

    expect(brokenContacts(apart)).toEqual([]);
    expect(touching.filter((found) => found.length === 0)).toHaveLength(2);
    expect(touching.find((found) => found.length)).toEqual([{ place: 0, edge: 0 }]);
  });

  test("are said to lie twice by number", () => {
    expect(repeated(scan({ tile: 7 }, { tile: 3 }, { tile: 7 }, { tile: 3 }))).toEqual([3, 7]);
  });
});

describe("what follows from a picture", () => {
  test("the lines of the colours, the best first", () => {
    const read = scan({ tile: 1 });
    read.decided.lines[1] = { isLoop: false, tiles: [0, 1, 2, 3, 4] };
    read.decided.lines[3] = { isLoop: true, tiles: [0, 1, 2] };

    expect(standings(read).map(({ colour, score }) => [colour, score])).toEqual([
      ["B", 6],
      ["Y", 5],
    ]);
  });

  test("racks by the side of the table, and the position with the near seat first", () => {
    const read = scan(
      { tile: 1, group: 0, y: 300 },
      { tile: 2, group: 0, q: 1, rotation: 3, y: 300 },
      { tile: 20, y: 100 },
      { tile: 30, y: 500 },
      { tile: 31, y: 510 },
    );

    expect(racks(read)).toEqual([[2], [3, 4]]);
    expect(positionText(read, ["Y", "G"], false)).toBe("YG; 1@0,0^0 2@1,0^3; 30 31 / 20; 2");
    expect(mainUse(read)).toBe("analyse");
  });

  test("goals for the colours that all tiles carry, loops first", () => {
    expect(goalsOf(scan({ tile: 2 }, { tile: 1 })).map(({ goal }) => goal)).toContain("1,2 loop:R");
    expect(goalsOf(scan({ tile: 2 }, { tile: 1 })).map(({ isLoop }) => isLoop)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("loose tiles ask what they can make, one loop whether it is right, a group who won", () => {
    const loop = scan({ tile: 1, group: 0 }, { tile: 2, group: 0, q: 1 });
    loop.decided.lines[0] = { isLoop: true, tiles: [0, 1] };

    expect(mainUse(scan({ tile: 1 }, { tile: 2 }))).toBe("make");
    expect(mainUse(loop)).toBe("check");
    expect(mainUse(scan({ tile: 1, group: 0 }, { tile: 2, group: 0, q: 1 }))).toBe("won");
  });
});

describe("who won", () => {
  /** Three tiles of a group that match, with lines of these lengths in red and blue. */
  function played(red: number, blue: number, ...more: Given[]): Scan {
    const read = scan({ tile: 1 }, { tile: 2 }, { tile: 3 }, ...more);
    const line = (n: number) => ({ isLoop: false, tiles: [0, 1, 2].slice(0, n) });
    read.decided.lines = [line(red), line(0), line(0), line(blue)];
    return read;
  }

  test("is said for two colours that played, and by how much", () => {
    expect(verdictOf(played(3, 1), new Set(["R", "B"]))).toEqual({ kind: "won", colour: "R", lead: 2 });
    expect(verdictOf(played(2, 2), new Set(["R", "B"]))).toEqual({ kind: "draw" });
  });

  test("is not said while fewer than two colours are ticked", () => {
    expect(verdictOf(played(3, 1), new Set(["R"]))).toEqual({ kind: "few" });
    expect(verdictOf(played(3, 1), new Set())).toEqual({ kind: "few" });
  });

  test("is not said while edges do not match or a tile lies there twice", () => {
    const clashing = played(3, 1, { tile: 1, group: 0 }, { tile: 2, group: 0, q: 1 });

    expect(verdictOf(played(3, 1, { tile: 3 }), new Set(["R", "B"]))).toEqual({ kind: "repeated", tiles: [3] });
    expect(verdictOf(clashing, new Set(["R", "B"]))).toEqual({ kind: "clashing", n: 1 });
  });

  test("counts the lines of the whole tiles of the largest group alone", () => {
    const read = scan({ tile: 1, group: 0 }, { tile: 2, group: 0, q: 1 }, { tile: 3 }, { tile: 4, isWhole: false });

    expect(groupAlone(read)).toEqual([0, 6, NO_TILE, NO_TILE]);
  });
});
