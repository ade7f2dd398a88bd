import { expect, test } from "vitest";
import type { ChoiceView, ReasonView } from "../generated/protocol";
import { whyBest, whyPlayed } from "./reasons";

const fact = (name: string, n = 0, colour = "R") => ({ fact: name, colour, n }) as ReasonView;
const choice = (reasons: ReasonView[], best: ReasonView[]) =>
  ({ grade: best.length > 0 ? "mistake" : "best", reasons, best_reasons: best }) as ChoiceView;

test("of a mistake is said what speaks against it, of the better place what speaks for it", () => {
  const played = [fact("joins", 12), fact("forced-other", 0, "B")];
  const mistake = choice(played, [fact("joins", 9), fact("keeps-ends"), fact("lengthens-other", 4, "B")]);

  expect(whyPlayed(mistake)).toBe("Makes a forced space for blue’s tiles.");
  expect(whyBest(mistake)).toBe("Joins two lines into one of 9 and keeps both ends open.");
});

test("what only the better place does comes first", () => {
  expect(whyBest(choice([fact("fills")], [fact("fills"), fact("joins", 9)]))).toBe(
    "Joins two lines into one of 9 and fills a forced space.",
  );
});

test("where the best was played, what speaks for it is said", () => {
  const best = choice([fact("closes-loop", 6), fact("closes-other", 5, "B")], []);

  expect(whyBest(best)).toBe("Closes a loop of 6 tiles.");
  expect(whyPlayed(best)).toBe("Closes a loop of 6 tiles.");
});

test("what speaks against a placement is a sentence of its own", () => {
  const against = (name: string, n: number, colour: string) =>
    whyPlayed(choice([fact("lengthens", 9), fact(name, n, colour)], [fact("fills")]));

  expect(against("loses-ends", 9, "R")).toBe("Leaves red’s line without an open end.");
  expect(against("closes-other", 5, "B")).toBe("Completes blue’s loop of 5 tiles.");
  expect(against("lengthens-other", 7, "B")).toBe("Lengthens blue’s line to 7.");
});

test("a placement that nothing speaks against, or that changes nothing, has no sentence", () => {
  expect(whyPlayed(choice([fact("joins", 12)], [fact("lengthens", 11)]))).toBe("");
  expect(whyPlayed(choice([fact("loses-ends")], [fact("loses-ends")]))).toBe("");
  expect(whyBest(choice([fact("lengthens", 5)], [fact("free")]))).toBe("");
});
