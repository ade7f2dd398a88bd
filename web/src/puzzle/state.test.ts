import { expect, test } from "vitest";
import type { PuzzleView } from "../generated/protocol";
import type { LaidTile } from "../tiles/golden-rule";
import { earlyLoops, holesIn, looksDone, mismatches } from "./marks";
import {
  canDrop,
  copyOf,
  dragOver,
  drop,
  emptyTable,
  groupOf,
  laidTile,
  layAll,
  parseLaid,
  pickUp,
  printed,
  printLaid,
  putBack,
  redo,
  rotateHeld,
  trayOf,
  turnOnTable,
  undo,
  withCopies,
} from "./state";

const PUZZLE: PuzzleView = {
  name: "discovery-3",
  title: "Discovery 3",
  goal: "1-3 loop:Y",
  mode: "solve",
  query: "",
  tiles: [1, 2, 3],
  n_to_lay: 3,
  target: null,
  edges: ["YYBRBR", "YYBRRB", "RRBBYY"],
  strands: [{ colour: "Y", is_loop: true, is_of_all: true }],
  shape: null,
  holes: 0,
};
// A yellow loop about the corner where the three cells meet.
const SOLUTION = "1@0,0^0;2@1,0^2;3@0,1^0";

function on(text: string) {
  return emptyTable(PUZZLE, parseLaid(PUZZLE, text));
}

test("a tile goes from the tray to the table and back with its rotation", () => {
  const laid = drop(dragOver(rotateHeld(pickUp(emptyTable(PUZZLE), 2, false), 1), { q: 1, r: 0 }));

  expect(printLaid(laid.laid)).toBe("2@1,0^1");
  expect(trayOf(laid)).toEqual([1, 3]);
  const back = putBack(pickUp(laid, 2, false));
  expect(trayOf(back)).toEqual([1, 2, 3]);
  expect(back.turns[2]).toBe(1);
});

test("copies of a tile have different numbers, but the same notation", () => {
  const twins = withCopies({ ...PUZZLE, tiles: [1, 1, 2], edges: ["YYBRBR", "YYBRBR", "YYBRRB"] });
  const state = emptyTable(twins, parseLaid(twins, "1@0,0^0;1@1,0^3;1@2,0^0"));

  expect(new Set(twins.tiles).size).toBe(3);
  expect(twins.tiles.map(printed)).toEqual([1, 1, 2]);
  expect(twins.tiles.map(copyOf)).toEqual([1, 2, 1]);
  expect(printLaid(state.laid)).toBe("1@0,0^0;1@1,0^3");
  expect(trayOf(state)).toEqual([2]);
});

test("a tile may not be laid on another, but on the cell it came from", () => {
  const up = pickUp(on("1@0,0^0;2@1,0^0"), 1, false);

  expect(canDrop(up, { q: 1, r: 0 })).toBe(false);
  expect(canDrop(up, { q: 0, r: 0 })).toBe(true);
});

test("on a board tiles lie in its shape alone", () => {
  const shape = [
    { q: 0, r: 0 },
    { q: 1, r: 0 },
  ];
  const up = { ...pickUp(on("1@0,0^0;2@1,0^0"), 1, true), puzzle: { ...PUZZLE, shape } };

  expect(canDrop(up, { q: 0, r: 0 })).toBe(true);
  expect(canDrop(up, { q: 1, r: 0 })).toBe(false);
});

test("a group moves as a whole and keeps its shape", () => {
  const moved = drop(dragOver(pickUp(on("1@0,0^0;2@1,0^3"), 1, true), { q: 0, r: 1 }));

  expect(printLaid(moved.laid)).toBe("1@0,1^0;2@1,1^3");
});

test("six turns of a group bring it back", () => {
  let state = on("1@0,0^0;2@1,0^3;3@2,0^1");

  for (let n = 0; n < 6; n++) state = turnOnTable(state, 1, 1, true);

  expect(printLaid(state.laid)).toBe("1@0,0^0;2@1,0^3;3@2,0^1");
  expect(printLaid(turnOnTable(state, 1, 1, true).laid)).toBe("1@0,0^1;2@0,1^4;3@0,2^2");
});

test("undo and redo step through the history, and a new action clears the future", () => {
  const turned = turnOnTable(on("1@0,0^0"), 1, 1, false);

  expect(printLaid(undo(turned).laid)).toBe("1@0,0^0");
  expect(printLaid(redo(undo(turned)).laid)).toBe("1@0,0^1");
  expect(turnOnTable(undo(turned), 1, -1, false).future).toEqual([]);
});

test("tiles laid by a hint push others into the tray", () => {
  const laid = layAll(on("1@0,0^0;2@1,0^0"), [{ tile: 3, q: 1, r: 0, rotation: 2 }]);

  expect(printLaid(laid.laid)).toBe("1@0,0^0;3@1,0^2");
});

test("tiles apart are separate groups", () => {
  const { laid } = on("1@0,0^0;2@1,0^0;3@3,0^0");

  expect(groupOf(laid, laidTile(laid, 1) as LaidTile).map((placed) => placed.tile)).toEqual([1, 2]);
});

test("a link is parsed as far as it makes sense", () => {
  expect(printLaid(parseLaid(PUZZLE, "1@0,0^0;9@1,0^0;2@0,0^1;3@1,0^7;1@2,0^0;<b>"))).toBe("1@0,0^0");
});

test("mismatched edges are found once each", () => {
  expect(mismatches(PUZZLE, on("1@0,0^0;2@1,0^0").laid)).toEqual([{ cell: { q: 0, r: 0 }, edge: 0 }]);
});

test("three tiles about a corner have no hole, six around a cell have one", () => {
  const ring = [1, 2, 3, 4, 5, 6].map((tile, n) => {
    const cells = [
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [0, -1],
      [1, -1],
    ] as const;
    const [q, r] = cells[n] as readonly [number, number];
    return { tile, q, r, rotation: 0 };
  });

  expect(holesIn(on(SOLUTION).laid)).toEqual([]);
  expect(holesIn(ring)).toEqual([{ q: 0, r: 0 }]);
});

test("a loop of all tiles is right, but too early while tiles are missing", () => {
  const { laid } = on(SOLUTION);
  const larger = { ...PUZZLE, n_to_lay: 4, tiles: [1, 2, 3, 4], edges: [...PUZZLE.edges, "YRBYRB"] };

  expect(looksDone(PUZZLE, laid)).toBe(true);
  expect(earlyLoops(PUZZLE, laid)).toEqual([]);
  expect(earlyLoops(larger, laid)).toHaveLength(1);
  expect(earlyLoops({ ...PUZZLE, strands: [{ colour: "Y", is_loop: false, is_of_all: true }] }, laid)).toHaveLength(1);
});
