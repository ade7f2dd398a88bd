import { expect, test } from "vitest";
import { position, space } from "../table/fixture";
import { withMarks } from "./marks";

const AT_A_FORCED_SPACE = position({
  spaces: [space(0, 1, { is_forced: true }), space(1, 1, { is_controlled: true })],
  forced_tiles: [12],
});

test("marks that no lesson has explained are not shown", () => {
  const shown = withMarks(AT_A_FORCED_SPACE, []);

  expect(shown.spaces.some((one) => one.is_forced || one.is_controlled)).toBe(false);
  expect(shown.forced_tiles).toEqual([]);
});

test("each mark is shown once it was explained", () => {
  expect(withMarks(AT_A_FORCED_SPACE, ["dot"]).spaces.map((one) => one.is_forced)).toEqual([true, false]);
  expect(withMarks(AT_A_FORCED_SPACE, ["dot", "arrow"]).forced_tiles).toEqual([12]);
  expect(withMarks(AT_A_FORCED_SPACE, ["grey"]).spaces.map((one) => one.is_controlled)).toEqual([false, true]);
});
