import { describe, expect, test } from "vitest";
import type { AnalysisView, ChoiceView, GameView, GradeName, StepView, TotalsView } from "../generated/protocol";
import { biggestMistake, luckiest, readersMistake } from "./cards";

function step(ply: number, grade: GradeName | null, loss = 0): StepView {
  const choice = grade && ({ grade, loss } as ChoiceView);
  return { ply, seat: 0, placement: "12@1,0^3", choice, draw: null };
}

function totals(seat: number, n_draws: number, luck: number): TotalsView {
  return { seat, n_draws, luck } as TotalsView;
}

function analysis(steps: StepView[], seats: TotalsView[] = []): AnalysisView {
  return { steps, seats } as unknown as AnalysisView;
}

describe("the cards of an analysis", () => {
  test("name the placement that lost most, the first of equals", () => {
    const steps = [step(1, null), step(2, "mistake", 3), step(3, "blunder", 7), step(4, "blunder", 7)];

    expect(biggestMistake(analysis(steps))?.ply).toBe(3);
  });

  test("lead a player to their own biggest mistake, and others to anybody's", () => {
    const both = analysis([
      { ...step(2, "mistake", 3), seat: 0 },
      { ...step(3, "blunder", 7), seat: 1 },
    ]);
    const read = (...mine: boolean[]) => ({ seats: mine.map((is_mine) => ({ is_mine })) }) as unknown as GameView;

    expect(readersMistake(both, read(true, false))?.ply).toBe(2);
    expect(readersMistake(both, read(false, false))?.ply).toBe(3);
    expect(readersMistake(analysis([{ ...step(3, "blunder", 7), seat: 1 }]), read(true, false))?.ply).toBe(3);
  });

  test("name no mistake where everything was good", () => {
    expect(biggestMistake(analysis([step(1, null), step(2, "good", 0.4)]))).toBeNull();
  });

  test("name the player whose draws were worth most", () => {
    expect(luckiest(analysis([], [totals(0, 20, -3), totals(1, 20, 1.5)]))?.seat).toBe(1);
    expect(luckiest(analysis([], [totals(0, 0, 0)]))).toBeNull();
  });
});
