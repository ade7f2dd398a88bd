import { expect, test } from "vitest";
import { game, position, state } from "../../table/fixture";
import { drawnColours, isByScore, resultReason, resultTitle, winningColour } from "./text";

const ended = (termination: string, scores: number[], ranks: number[]) =>
  state({ game: game(), position: position({ phase: "over", outcome: { termination, scores, ranks } }) });

function endedByThree(termination: string, scores: number[], ranks: number[]) {
  const all = game();
  const third = { ...all.seats[1], seat: 2, name: "Cid", colour: "Y" } as (typeof all.seats)[0];
  const outcome = { termination, scores, ranks };
  return state({ game: { ...all, seats: [...all.seats, third] }, position: position({ phase: "over", outcome }) });
}

test("the winner at this browser is You", () => {
  expect(resultTitle(ended("played-out", [19, 13], [1, 2]))).toBe("You win by 6");
  expect(winningColour(ended("played-out", [19, 13], [1, 2]))).toBe("R");
});

test("another winner is named", () => {
  expect(resultTitle(ended("played-out", [13, 19], [2, 1]))).toBe("Bob won by 6");
});

test("a resignation has no score that contradicts it", () => {
  const resigned = ended("resignation", [5, 9], [1, 2]);

  expect(resultTitle(resigned)).toBe("You win");
  expect(resultReason(resigned)).toBe("Bob resigned.");
  expect(isByScore(resigned)).toBe(false);
});

test("a player who resigned reads so", () => {
  const resigned = ended("resignation", [9, 5], [2, 1]);

  expect(resultTitle(resigned)).toBe("Bob won");
  expect(resultReason(resigned)).toBe("You resigned.");
});

test.each([
  ["time", "You ran out of time.", "Bob ran out of time."],
  ["abandoned", "You left the game.", "Bob has left."],
])("a loss by %s is told of the loser, as the title names the winner", (termination, mine, another) => {
  expect(resultReason(ended(termination, [9, 5], [2, 1]))).toBe(mine);
  expect(resultReason(ended(termination, [9, 5], [1, 2]))).toBe(another);
  expect(resultTitle(ended(termination, [9, 5], [1, 2]))).toBe("You win");
});

test.each([
  ["resignation", "By resignation."],
  ["time", "Time was up."],
  ["abandoned", "A player left the game."],
])("where several lost by %s, nobody is named a second time", (termination, reason) => {
  expect(resultReason(endedByThree(termination, [5, 9, 3], [1, 2, 2]))).toBe(reason);
});

test("draws and aborted games have no winner", () => {
  expect(resultTitle(ended("played-out", [9, 9], [1, 1]))).toBe("A draw, line for line");
  expect(resultTitle(ended("agreement", [9, 4], [1, 1]))).toBe("A draw");
  expect(resultTitle(ended("aborted", [0, 0], [1, 1]))).toBe("Game aborted");
  expect(winningColour(ended("deadlock", [3, 9], [1, 1]))).toBeNull();
});

test("two of three players who are level share first place", () => {
  const level = endedByThree("played-out", [4, 9, 9], [3, 1, 1]);

  expect(resultTitle(level)).toBe("Bob and Cid share first place");
  expect(winningColour(level)).toBeNull();
  expect(drawnColours(level)).toEqual(["B", "Y"]);
});
