import { expect, test } from "vitest";
import type { ChoiceView, ReasonView } from "../generated/protocol";
import { whyBest, whyPlayed } from "./reasons";

const fact = (name: string, n = 0, colour = "R") => ({ fact: name, colour, n }) as ReasonView;
const choice = (reasons: ReasonView[], best: ReasonView[]) => ({ reasons, best_reasons: best }) as ChoiceView;

test("a mistake and the better place are told apart by what only one of them does", () => {
  const fills = fact("fills");
  const mistake = choice([fills, fact("forced-other", 0, "B")], [fills, fact("joins", 9), fact("keeps-ends")]);

  expect(whyPlayed(mistake)).toBe("Makes a forced space for blue’s tiles.");
  expect(whyBest(mistake)).toBe("Joins two lines into one of 9 and keeps both ends open.");
});

test("a placement that changes nothing has no reason", () => {
  expect(whyPlayed(choice([fact("free")], [fact("joins", 9)]))).toBe("");
});

test("where both do the same, or the best was played, all of it is said", () => {
  expect(whyPlayed(choice([fact("lengthens", 5)], [fact("lengthens", 5)]))).toBe("Makes a line of 5.");
  expect(whyBest(choice([fact("closes-loop", 6)], []))).toBe("Closes a loop of 6 tiles.");
});
