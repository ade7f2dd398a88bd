import { expect, test } from "vitest";
import { game, position } from "../../table/fixture";
import { endsWithReply, seatsOf, stepSentence } from "./steps";

const step = (placement: string, draw: number | null = null) => ({ placement, draw });

test("a step belongs to the player who holds the tile or has drawn it on the way", () => {
  const line = [step("5@1,0^0", 20), step("12@0,1^2"), step("20@2,0^0"), step("21@2,1^0")];

  expect(seatsOf(line, position())).toEqual([1, 0, 1, null]);
});

test("a line can be added once it ends with a tile of mine", () => {
  const mine = game().seats.findIndex((seat) => seat.is_mine);

  expect(endsWithReply(game(), [1 - mine, mine])).toBe(true);
  expect(endsWithReply(game(), [mine, 1 - mine])).toBe(false);
  expect(endsWithReply(game(), [])).toBe(false);
});

test("a step says who lays which tile where, and what has to be drawn", () => {
  expect(stepSentence(game(), step("12@0,1^2"), 0)).toContain("tile 12 at 0,1");
  expect(stepSentence(game(), step("12@0,1^2", 7), 0)).toContain("if this is drawn: Tile 7");
});
