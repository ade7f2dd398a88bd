import { expect, test } from "vitest";
import type { Lobby } from "../generated/protocol";
import { isWaiting } from "./play-while-waiting";

test("somebody waits in a pool, or with a challenge of their own", () => {
  const lobby = (seek: string | null, ...roles: string[]) =>
    ({ seek, challenges: roles.map((role) => ({ role })) }) as unknown as Lobby;

  expect(isWaiting(lobby("2-5-3"))).toBe(true);
  expect(isWaiting(lobby(null, "none", "owner"))).toBe(true);
  expect(isWaiting(lobby(null, "none", "invited"))).toBe(false);
});
