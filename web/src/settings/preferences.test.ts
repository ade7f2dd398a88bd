import { expect, test } from "vitest";
import { loudness } from "./preferences";

test.each([
  ["on", "60", 0.6],
  ["on", "0", 0],
  ["on", "1000", 1],
  ["on", "loud", 0],
  ["off", "60", 0],
] as const)("sounds %s at volume %s are %d loud", (sound, volume, expected) => {
  expect(loudness({ sound, volume })).toBe(expected);
});
