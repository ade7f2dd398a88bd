import { expect, test } from "vitest";
import type { Said, Say, Talk } from "../generated/protocol";
import { type ChatState, receive, refused, remembered, SILENT, seen, sent, shown, unread } from "./state";

const said = (number: number, channel: Said["channel"] = "players"): Said => ({
  type: "said",
  number,
  channel,
  seat: number % 2,
  name: "Ann",
  account: null,
  text: `words ${number}`,
  preset: null,
});

const talk = (newest: number, ...all: Said[]): Talk => ({
  type: "talk",
  newest,
  said: all,
  reads: ["players"],
  writes: ["players"],
  account: null,
  may_act: true,
});

const say: Say = { type: "say", id: "a", channel: "players", text: "hello", preset: null };
const numbers = (state: ChatState) => state.said.map((one) => one.number);
const nobody = () => false;

test("messages received twice are listed once, in order", () => {
  const state = [said(2), said(1), said(2)].reduce(receive, SILENT);
  expect(numbers(state)).toEqual([1, 2]);
});

test("messages missing from the full list are removed, later ones stay", () => {
  const before = [said(1), said(2), said(4)].reduce(receive, SILENT);
  expect(numbers(receive(before, talk(3, said(1), said(3))))).toEqual([1, 3, 4]);
});

test("messages of others are unread until seen, one's own never are", () => {
  const state = [said(1), said(2)].reduce(receive, SILENT);
  expect(unread(state, nobody)).toBe(2);
  expect(unread(state, (one) => one.number === 2)).toBe(1);
  expect(unread(seen(state), nobody)).toBe(0);
});

test("messages of another channel stay unread until it is shown", () => {
  const read = seen([said(1, "watchers"), said(2)].reduce(receive, SILENT));
  expect(unread(read, nobody)).toBe(1);
  expect(unread(seen({ ...read, channel: "watchers" }), nobody)).toBe(0);
});

test("what was seen is stored for the latest tables only", () => {
  const ids = Array.from({ length: 60 }, (_, n) => `table-${n}`);
  const all = [...ids, "table-20"].reduce((tables, id) => remembered(tables, id, { players: 1 }), {});
  expect(Object.keys(all)).toHaveLength(50);
  expect(Object.keys(all).slice(-2)).toEqual(["table-59", "table-20"]);
  expect(all).not.toHaveProperty("table-9");
});

test("a channel that may no longer be read is left", () => {
  const state = { ...SILENT, channel: "watchers" as const };
  expect(receive(state, talk(0)).channel).toBe("players");
});

test("only messages of the chosen channel are shown", () => {
  const state = [said(1), said(2, "watchers")].reduce(receive, SILENT);
  expect(shown(state).map((one) => one.number)).toEqual([1]);
});

test("pending messages are removed when they are acknowledged", () => {
  const heard = receive(sent(SILENT, say), { type: "heard", id: "a", number: 1 });
  expect(heard.pending).toEqual([]);
});

test("a refused message is returned, those of others are ignored", () => {
  const state = sent(SILENT, say);
  const no = { type: "refused" as const, code: "too_much_talk", detail: "Wait." };
  expect(refused(state, { ...no, id: "b" })).toBeNull();
  expect(refused(state, { ...no, id: "a" })?.problem).toEqual({ sentence: "Wait.", text: "hello" });
});
