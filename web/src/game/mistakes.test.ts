import { expect, test } from "vitest";
import type { AnalysisView, JudgedView } from "../generated/protocol";
import { game, state } from "../table/fixture";
import { judge, type Mistake, mistakesOf } from "./mistakes";

const step = (seat: number, grade: string, placement = "5@1,0^0") =>
  ({
    ply: 3,
    seat,
    placement,
    draw: null,
    choice: { grade, best: { placement: "5@0,1^2", margin: 4 } },
  }) as unknown as Mistake;
const judged = (placement: string, margin: number) => ({ placement, margin }) as JudgedView;

test("only mistakes of players at this browser are puzzles", () => {
  const steps = [step(0, "mistake"), step(0, "good"), step(1, "blunder"), step(0, "blunder")];

  expect(mistakesOf({ steps } as unknown as AnalysisView, state({ game: game() }))).toEqual([steps[0], steps[3]]);
});

test("a try is compared with the best, the old placement and what the robot thinks", () => {
  const mistake = step(0, "mistake");
  const others = [judged("5@2,2^0", 3.6), judged("5@3,3^0", 1)];

  expect(judge(mistake, "5@0,1^2", [])).toBe("best");
  expect(judge(mistake, "5@1,0^0", others)).toBe("played");
  expect(judge(mistake, "5@2,2^0", others)).toBe("good");
  expect(judge(mistake, "5@3,3^0", others)).toBe("worse");
  expect(judge(mistake, "5@9,9^0", others)).toBe("unknown");
});
