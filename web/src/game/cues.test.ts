import { expect, test } from "vitest";
import type { ServerMessage } from "../generated/protocol";
import { laid, placed, position, state, welcome } from "../table/fixture";
import { receive, type TableState } from "../table/state";
import { cueOf } from "./cues";

const cue = (before: TableState, message: ServerMessage) => cueOf(before, receive(before, message), message);

const theirs = () => state({ position: position({ to_play: 1 }) });

const offer = (by: number, missing: number[]): ServerMessage => ({
  type: "offers",
  offers: [{ kind: "draw", by, accepted: [by], missing, ply: null, seat: null }],
});

test("a tile laid is heard, and otherwise when it makes it one's turn", () => {
  expect(cue(state(), placed())).toBe("placement");
  expect(cue(theirs(), placed({ laid: laid({ tile: 5, q: 1 }), position: position() }))).toBe("turn");
});

test("the end of the game is heard once, not the tile before it", () => {
  const last = position({ phase: "over" });
  const over = { type: "over" as const, version: 6, position: last, secret: "s", clock: null };

  expect(cue(state(), over)).toBe("over");
  expect(cue(state(), placed({ position: last }))).toBeNull();
});

test("an offer is heard by whom it asks", () => {
  expect(cue(state(), offer(1, [0]))).toBe("offer");
  expect(cue(state(), offer(0, [1]))).toBeNull();
});

test("what was seen before, a welcome and an acknowledgement are silent", () => {
  expect(cue(state(), placed({ version: 5 }))).toBeNull();
  expect(cue(state(), welcome({ version: 6 }))).toBeNull();
  expect(cue(state(), { type: "ack", id: "x", version: 6 })).toBeNull();
});
