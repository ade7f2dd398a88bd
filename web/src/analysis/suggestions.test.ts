import { expect, test } from "vitest";
import type { ChoiceView } from "../generated/protocol";
import { behindBest } from "./suggestions";

test("the place that was played is behind the better one by what is said that it lost", () => {
  const choice = { best: { margin: 1.4 }, played: { placement: "12@0,1^2", margin: -2.5 }, loss: 6.8 } as ChoiceView;

  expect(behindBest(choice)).toEqual({ placement: "12@0,1^2", margin: 1.4 - 6.8 });
});
