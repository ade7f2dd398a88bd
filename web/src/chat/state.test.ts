import { expect, test } from "vitest";
import type { ChatHistory, ChatMessage, SendChat } from "../generated/protocol";
import {
  applyChatMessage,
  type ChatState,
  refused,
  remembered,
  SILENT,
  seen,
  shownMessages,
  unread,
  withSentMessage,
} from "./state";

const message = (number: number, channel: ChatMessage["channel"] = "players"): ChatMessage => ({
  type: "chat_message",
  number,
  channel,
  seat: number % 2,
  name: "Ann",
  account: null,
  face: null,
  text: `words ${number}`,
  preset: null,
});

const history = (newest: number, ...all: ChatMessage[]): ChatHistory => ({
  type: "chat_history",
  newest,
  messages: all,
  reads: ["players"],
  writes: ["players"],
  account: null,
  may_act: true,
});

const draft: SendChat = { type: "send_chat", id: "a", channel: "players", text: "hello", preset: null };
const numbers = (state: ChatState) => state.messages.map((one) => one.number);
const nobody = () => false;

test("messages received twice are listed once, in order", () => {
  const state = [message(2), message(1), message(2)].reduce(applyChatMessage, SILENT);
  expect(numbers(state)).toEqual([1, 2]);
});

test("messages missing from the full list are removed, later ones stay", () => {
  const before = [message(1), message(2), message(4)].reduce(applyChatMessage, SILENT);
  expect(numbers(applyChatMessage(before, history(3, message(1), message(3))))).toEqual([1, 3, 4]);
});

test("messages of others are unread until seen, one's own never are", () => {
  const state = [message(1), message(2)].reduce(applyChatMessage, SILENT);
  expect(unread(state, nobody)).toBe(2);
  expect(unread(state, (one) => one.number === 2)).toBe(1);
  expect(unread(seen(state), nobody)).toBe(0);
});

test("messages of another channel stay unread until it is shown", () => {
  const read = seen([message(1, "spectators"), message(2)].reduce(applyChatMessage, SILENT));
  expect(unread(read, nobody)).toBe(1);
  expect(unread(seen({ ...read, channel: "spectators" }), nobody)).toBe(0);
});

test("the messages seen are stored for the latest tables only", () => {
  const ids = Array.from({ length: 60 }, (_, n) => `table-${n}`);
  const all = [...ids, "table-20"].reduce((tables, id) => remembered(tables, id, { players: 1 }), {});
  expect(Object.keys(all)).toHaveLength(50);
  expect(Object.keys(all).slice(-2)).toEqual(["table-59", "table-20"]);
  expect(all).not.toHaveProperty("table-9");
});

test("a channel that may no longer be read is left", () => {
  const state = { ...SILENT, channel: "spectators" as const };
  expect(applyChatMessage(state, history(0)).channel).toBe("players");
});

test("only messages of the chosen channel are shown", () => {
  const state = [message(1), message(2, "spectators")].reduce(applyChatMessage, SILENT);
  expect(shownMessages(state).map((one) => one.number)).toEqual([1]);
});

test("pending messages are removed when they are acknowledged", () => {
  const acknowledged = applyChatMessage(withSentMessage(SILENT, draft), { type: "chat_sent", id: "a", number: 1 });
  expect(acknowledged.pending).toEqual([]);
});

test("a refused message is returned, those of others are ignored", () => {
  const state = withSentMessage(SILENT, draft);
  const no = { type: "refused" as const, code: "too_many_chat_messages", detail: "Wait." };
  expect(refused(state, { ...no, id: "b" })).toBeNull();
  expect(refused(state, { ...no, id: "a" })?.problem).toEqual({ sentence: "Wait.", text: "hello" });
});
