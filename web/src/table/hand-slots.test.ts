import { expect, test } from "vitest";
import { laid, position, state } from "./fixture";
import { handSlots } from "./hand-slots";

test("a drawn tile takes the slot of the tile that was laid", () => {
  const after = state({
    laid: [laid({ tile: 5, seat: 0, draw: 9 }), laid({ tile: 40, seat: 1, draw: 7 })],
    position: position({ hands: [[3, 12, 9], []] }),
  });

  expect(handSlots(after, 0)).toEqual([3, 9, 12]);
});

test("a slot stays empty once there is nothing to draw, and the others stay where they are", () => {
  const after = state({
    laid: [laid({ tile: 5, seat: 0, draw: 1 }), laid({ tile: 1, seat: 0, draw: null })],
    position: position({ hands: [[12, 3], []] }),
  });

  expect(handSlots(after, 0)).toEqual([3, null, 12]);
});
