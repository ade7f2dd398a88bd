import { expect, test } from "vitest";
import type { Badge } from "../../generated/protocol";
import { badgeText } from "./badge";

const words = (badge: Partial<Badge> | null, isMine = false): string =>
  badgeText({
    badge: badge && { points: null, is_provisional: false, level: null, is_guest: false, face: null, ...badge },
    is_mine: isMine,
  });

test("a badge shows a rating, and that it is provisional", () => {
  expect(words({ points: 1623 })).toBe("rating 1623");
  expect(words({ points: 1500, is_provisional: true })).toBe("rating 1500, still uncertain");
});

test("a badge shows the level of a robot, and who is a guest to all others", () => {
  expect(words({ level: 5 })).toBe("robot, level 5");
  expect(words({ is_guest: true })).toBe("guest");
  expect(words({ is_guest: true }, true)).toBe("");
  expect(words(null)).toBe("");
});
