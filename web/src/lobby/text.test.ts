import { expect, test } from "vitest";
import type { Lobby } from "../generated/protocol";
import { presenceText } from "./text";

test("guests are counted among the people who are here", () => {
  const here: Pick<Lobby, "players" | "n_guests" | "in_play"> = { players: [], n_guests: 1, in_play: [] };

  expect(presenceText(here)).toBe("1 person here · 0 games in play");
  expect(presenceText({ ...here, n_guests: 31 })).toBe("31 people here · 0 games in play");
});
