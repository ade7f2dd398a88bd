import { expect, test } from "vitest";
import { buttonsPlace } from "./buttons-place";

const ROW = { width: 240, height: 60 };
const COLUMN = { width: 60, height: 156 };

test.each([
  [390, 437, 70, 844],
  [572, 390, 71, 390],
  [360, 260, 24, 640],
  [320, 200, 60, 568],
])(
  "on a board of %i x %i the buttons are on the screen and never over their tile",
  (width, height, half, screenHeight) => {
    const [board, top] = [{ width, height }, -100];
    const screen = { left: 0, top: Math.max(top, height - screenHeight), width, height: screenHeight };

    for (let y = half; y <= height - half; y += 9)
      for (let x = half; x <= width - half; x += 9) {
        const { left, top, side } = buttonsPlace({ x, y, half }, ROW, COLUMN, board, screen, []);
        const size = side === "below" || side === "above" ? ROW : COLUMN;

        expect(left >= screen.left && left + size.width <= screen.left + screen.width).toBe(true);
        expect(top >= screen.top && top + size.height <= screen.top + screen.height).toBe(true);
        expect(
          top >= y + half ||
            top + size.height <= y - half ||
            left >= x + half * 0.86 ||
            left + size.width <= x - half * 0.86,
        ).toBe(true);
      }
  },
);

test("the buttons are on the side with free table", () => {
  const [board, cell] = [
    { width: 600, height: 600 },
    { x: 300, y: 300, half: 58 },
  ];
  const screen = { left: 0, top: 0, ...board };
  const sideWith = (...tiles: { x: number; y: number; weight: number }[]) =>
    buttonsPlace(cell, ROW, COLUMN, board, screen, tiles).side;
  const [below, above] = [
    { x: 250, y: 387, weight: 1 },
    { x: 250, y: 213, weight: 1 },
  ];

  expect(sideWith()).toBe("below");
  expect(sideWith(below)).toBe("above");
  expect(sideWith(below, above)).toBe("right");
  expect(sideWith(below, { ...above, weight: 0.3 }, { x: 387, y: 300, weight: 1 }, { x: 213, y: 300, weight: 1 })).toBe(
    "above",
  );
});
