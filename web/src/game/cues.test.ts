import { expect, test } from "vitest";
import type { ServerMessage } from "../generated/protocol";
import { laid, placed, position, state, welcome } from "../table/fixture";
import { applyMessage, type TableState } from "../table/state";
import { cueOf } from "./cues";

const cue = (before: TableState, message: ServerMessage) => cueOf(before, applyMessage(before, message), message);

const theirs = () => state({ position: position({ to_play: 1 }) });

const offer = (by: number, missing: number[]): ServerMessage => ({
  type: "offers",
  offers: [{ kind: "draw", by, accepted: [by], missing, ply: null, seat: null }],
});

test("a placement has a sound, and another if it is then one's turn", () => {
  expect(cue(state(), placed())).toBe("placement");
  expect(cue(theirs(), placed({ laid: laid({ tile: 5, q: 1 }), position: position() }))).toBe("turn");
});

test("the end of the game has one sound, and the last tile none", () => {
  const last = position({ phase: "over" });
  const over = { type: "over" as const, version: 6, position: last, secret: "s", clock: null };

  expect(cue(state(), over)).toBe("over");
  expect(cue(state(), placed({ position: last }))).toBeNull();
});

test("an offer has a sound for those who have to answer", () => {
  expect(cue(state(), offer(1, [0]))).toBe("offer");
  expect(cue(state(), offer(0, [1]))).toBeNull();
});

test("known events, welcomes and acknowledgements are silent", () => {
  expect(cue(state(), placed({ version: 5 }))).toBeNull();
  expect(cue(state(), welcome({ version: 6 }))).toBeNull();
  expect(cue(state(), { type: "ack", id: "x", version: 6 })).toBeNull();
});
