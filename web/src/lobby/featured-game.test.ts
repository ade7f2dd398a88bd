import { expect, test } from "vitest";
import type { TableView } from "../generated/protocol";
import { featured } from "./featured-game";

const table = (id: string, ply: number, ...points: (number | null)[]): TableView =>
  ({ id, ply, seats: points.map((each) => ({ badge: each === null ? null : { points: each } })) }) as TableView;

test("the featured game has the strongest players, then the most tiles", () => {
  expect(featured([table("a", 9, 1500, 1500), table("b", 3, 1700, 1400), table("c", 50, null, null)])?.id).toBe("b");
  expect(featured([table("a", 9, null, null), table("b", 30, null, null)])?.id).toBe("b");
  expect(featured([table("a", 0, 1900, 1900), table("b", 1, null, null)])?.id).toBe("b");
  expect(featured([])).toBeNull();
});

test("a game with a clock of minutes is featured before a game of days", () => {
  const byDays = { ...table("a", 9, 1900, 1900), control: "2 days" };
  expect(featured([byDays, { ...table("b", 3, null, null), control: "5+3" }])?.id).toBe("b");
});
