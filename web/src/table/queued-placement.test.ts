import { describe, expect, test } from "vitest";
import { TILE_EDGES } from "../generated/tile-edges";
import { cellsByColour, rotationsByColour } from "../tiles/golden-rule";
import { laid, placed, position, space, state } from "./fixture";
import { onlyForced, queue, queueAction, unqueue } from "./queued-placement";
import * as table from "./state";

const PLACEMENT = { tile: 12, cell: { q: 1, r: 0 }, rotation: 4 };
const waiting = (more = {}) => state({ position: position({ to_play: 1, ...more }) });
const queued = (more = {}) => queue(waiting(more), PLACEMENT);

describe("a tile fits by colour", () => {
  test("in the rotations whose edges show what faces the space", () => {
    const [a, b] = [TILE_EDGES[11]?.[0], TILE_EDGES[11]?.[1]];
    const here = position({ spaces: [space(1, 0, { facing: `.${a}${b}...` })] });

    expect(rotationsByColour(here, 12, { q: 1, r: 0 })).toContain(1);
    for (const rotation of rotationsByColour(here, 12, { q: 1, r: 0 })) {
      const shown = [1, 2].map((edge) => TILE_EDGES[11]?.[(edge - rotation + 6) % 6]);
      expect(shown).toEqual([a, b]);
    }
  });

  test("nowhere but on spaces", () => {
    expect(rotationsByColour(position(), 12, { q: 9, r: 9 })).toEqual([]);
    expect(cellsByColour(position(), 12)).toHaveLength(3);
  });
});

describe("a placement is queued", () => {
  test("during another player's turn, and removed again", () => {
    expect(queued().queued).toEqual({ ...PLACEMENT, seat: 0 });
    expect(unqueue(queued()).queued).toBeNull();
  });

  test("not on one's own turn, in review or in a pause", () => {
    const barred = [state(), table.review(waiting(), 0, null), { ...waiting(), pauseEndsAtMs: 1 }];

    for (const one of barred) expect(queue(one, PLACEMENT).queued).toBeNull();
  });

  test("and removed when its tile is selected again", () => {
    expect(table.choose(queued(), 3).queued).not.toBeNull();
    expect(table.choose(queued(), 12).queued).toBeNull();
  });
});

describe("a queued placement", () => {
  const next = (more = {}) => ({ ...queued(), position: position(more) });

  test("waits during another player's turn", () => {
    expect(queueAction(queued())).toEqual({ name: "wait" });
    expect(queueAction(state())).toBeNull();
  });

  test("is sent when its turn comes and it is legal, even while another ply is reviewed", () => {
    expect(queueAction(next())).toEqual({ name: "send", placement: PLACEMENT });
    expect(queueAction(table.review(next(), 0, null))).toEqual({ name: "send", placement: PLACEMENT });
  });

  test.each([
    ["a forced space comes first", { placements: [], refused: { FORCED_FIRST: ["12@1,0^4"] } }, "FORCED_FIRST"],
    ["its own rotation is refused", { placements: ["12@1,0^0"], refused: { TRIPLE: ["12@1,0^4"] } }, "TRIPLE"],
    ["the tile is no longer in the hand", { placements: [], hands: [[3], [5]] }, "NOT_IN_HAND"],
    ["the colours changed", { placements: [], spaces: [space(1, 0, { facing: "RRRRRR" })] }, "MISMATCH"],
    ["the space is gone", { placements: [], spaces: [] }, "DETACHED"],
  ])("is dropped when %s", (_, more, reason) => {
    expect(queueAction(next(more))).toEqual({ name: "drop", reason });
  });

  test("is dropped as soon as another tile lies there", () => {
    const taken = { ...queued(), laid: [laid(), laid({ tile: 5, q: 1, r: 0 })] };

    expect(queueAction(taken)).toEqual({ name: "drop", reason: "OCCUPIED" });
  });

  test("is dropped silently when the game is over", () => {
    expect(queueAction(next({ phase: "over" }))).toEqual({ name: "drop", reason: null });
  });

  test("waits during a pause and for a pending answer", () => {
    const place = { type: "place" as const, id: "p", ply: 1, placement: "3@0,1^5" };

    expect(queueAction({ ...next(), pauseEndsAtMs: 1 })).toEqual({ name: "wait" });
    expect(queueAction(table.withSentPlacement(next(), place))).toEqual({ name: "wait" });
  });
});

test("a tile selected during another player's turn is still selected on one's own", () => {
  const held = table.hold(table.choose(waiting(), 12), { q: 1, r: 0 }, true);
  const after = table.applyMessage(held, placed({ laid: laid({ tile: 5, q: 5, r: 0 }), position: position() }));

  expect(after.draft).toMatchObject({ tile: 12, cell: { q: 1, r: 0 } });
});

test.each([
  ["fill", ["12@1,0^0"], "12@1,0^0"],
  ["refill", ["12@1,0^0"], "12@1,0^0"],
  ["fill", ["12@1,0^0", "12@1,0^4"], null],
  ["free", ["12@1,0^0"], null],
] as const)("in phase %s with %j the one choice is %s", (phase, placements, only) => {
  expect(onlyForced(state({ position: position({ phase, placements: [...placements] }) }))).toBe(only);
});

test("another player's forced placement is never made automatically", () => {
  expect(onlyForced(waiting({ phase: "fill", placements: ["5@1,0^0"] }))).toBeNull();
});
