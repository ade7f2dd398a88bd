/**
 * The chat at a table, as a value; `applyChatMessage` applies a message from the server, the other functions apply actions of
 * the player.
 */
import type { ChatHistory, ChatMessage, ChatSent, GameView, Refused, SendChat } from "../generated/protocol";

export type ChannelName = ChatMessage["channel"];

/** The number of the last message seen, by channel. */
export type Seen = Readonly<Partial<Record<ChannelName, number>>>;

export interface ChatState {
  /** The number of the last message up to which the list is complete. */
  newest: number;
  messages: readonly ChatMessage[];
  /** The channels that the player may read, and write to. */
  reads: readonly ChannelName[];
  writes: readonly ChannelName[];
  /** The name of the player's account. */
  account: string | null;
  mayAct: boolean;
  /** The channel shown. */
  channel: ChannelName;
  seen: Seen;
  /** Messages sent but not yet acknowledged. */
  pending: readonly SendChat[];
  /** A refused message, and why. */
  problem: { sentence: string; text: string } | null;
}

const N_REMEMBERED = 50;

export const SILENT: ChatState = {
  newest: 0,
  messages: [],
  reads: [],
  writes: [],
  account: null,
  mayAct: false,
  channel: "players",
  seen: {},
  pending: [],
  problem: null,
};

export type ChatUpdate = ChatHistory | ChatMessage | ChatSent;

/** Apply a message from the server. */
export function applyChatMessage(state: ChatState, message: ChatUpdate): ChatState {
  switch (message.type) {
    case "chat_history":
      return withFullList(state, message);
    case "chat_message":
      return { ...state, messages: merged(state.messages, [message]) };
    case "chat_sent":
      return { ...state, pending: state.pending.filter((draft) => draft.id !== message.id), problem: null };
  }
}

/** Take back a message that the server refused; null if it was not sent from here. */
export function refused(state: ChatState, message: Refused): ChatState | null {
  const draft = state.pending.find((one) => one.id === message.id);
  if (!draft) return null;
  const problem = { sentence: message.detail, text: draft.text ?? "" };
  return { ...state, pending: state.pending.filter((one) => one !== draft), problem };
}

/** Record that a message was sent. */
export function withSentMessage(state: ChatState, draft: SendChat): ChatState {
  return { ...state, pending: [...state.pending, draft], problem: null };
}

/** Record that all of the shown channel was seen. */
export function seen(state: ChatState): ChatState {
  const before = state.seen[state.channel] ?? 0;
  const last = Math.max(before, ...shownMessages(state).map((message) => message.number));
  return last === before ? state : { ...state, seen: { ...state.seen, [state.channel]: last } };
}

/** Return the messages of the shown channel. */
export function shownMessages(state: ChatState): readonly ChatMessage[] {
  return state.messages.filter((message) => message.channel === state.channel);
}

/** Count the unseen messages of others. */
export function unread(state: ChatState, isMine: (message: ChatMessage) => boolean): number {
  return state.messages.filter((message) => message.number > (state.seen[message.channel] ?? 0) && !isMine(message))
    .length;
}

/** Merge what was seen at a table with what was seen at others; the oldest tables are dropped. */
export function remembered(tables: Readonly<Record<string, Seen>>, id: string, last: Seen): Record<string, Seen> {
  const others = Object.entries(tables).filter(([other]) => other !== id);
  return Object.fromEntries([...others.slice(1 - N_REMEMBERED), [id, last]]);
}

/** Replace the messages up to `newest` by those the server sent; later ones stay. */
function withFullList(state: ChatState, history: ChatHistory): ChatState {
  const later = state.messages.filter((message) => message.number > history.newest);
  const channel = history.reads.includes(state.channel) ? state.channel : (history.reads[0] ?? "spectators");
  return {
    ...state,
    newest: history.newest,
    messages: merged(history.messages, later),
    reads: history.reads,
    writes: history.writes,
    account: history.account,
    mayAct: history.may_act,
    channel,
  };
}

function merged(before: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const numbers = new Set(more.map((message) => message.number));
  const all = [...before.filter((message) => !numbers.has(message.number)), ...more];
  return all.sort((one, other) => one.number - other.number);
}

/** Return whether there is anybody at a table to chat with. */
export function mayChat({ game }: { game: GameView }): boolean {
  const isSpectator = game.seats.every((seat) => !seat.is_mine);
  return isSpectator || game.seats.some((seat) => seat.kind === "person" && !seat.is_mine);
}
