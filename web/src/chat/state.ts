/**
 * The chat at a table, as a value; `receive` applies a message from the server, the other functions apply actions of
 * the player.
 */
import type { GameView, Heard, Refused, Said, Say, Talk } from "../generated/protocol";

export type ChannelName = Said["channel"];

/** The number of the last message seen, by channel. */
export type Seen = Readonly<Partial<Record<ChannelName, number>>>;

export interface ChatState {
  /** The number of the last message up to which the list is complete. */
  newest: number;
  said: readonly Said[];
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
  pending: readonly Say[];
  /** A refused message, and why. */
  problem: { sentence: string; text: string } | null;
}

const N_REMEMBERED = 50;

export const SILENT: ChatState = {
  newest: 0,
  said: [],
  reads: [],
  writes: [],
  account: null,
  mayAct: false,
  channel: "players",
  seen: {},
  pending: [],
  problem: null,
};

export type ChatMessage = Talk | Said | Heard;

/** Apply a message from the server. */
export function receive(state: ChatState, message: ChatMessage): ChatState {
  switch (message.type) {
    case "talk":
      return withFullList(state, message);
    case "said":
      return { ...state, said: merged(state.said, [message]) };
    case "heard":
      return { ...state, pending: state.pending.filter((say) => say.id !== message.id), problem: null };
  }
}

/** Take back a message that the server refused; null if it is not from here. */
export function refused(state: ChatState, message: Refused): ChatState | null {
  const say = state.pending.find((one) => one.id === message.id);
  if (!say) return null;
  const problem = { sentence: message.detail, text: say.text ?? "" };
  return { ...state, pending: state.pending.filter((one) => one !== say), problem };
}

/** Record that a message was sent. */
export function sent(state: ChatState, say: Say): ChatState {
  return { ...state, pending: [...state.pending, say], problem: null };
}

/** Record that all of the shown channel was seen. */
export function seen(state: ChatState): ChatState {
  const before = state.seen[state.channel] ?? 0;
  const last = Math.max(before, ...shown(state).map((said) => said.number));
  return last === before ? state : { ...state, seen: { ...state.seen, [state.channel]: last } };
}

/** Return the messages of the shown channel. */
export function shown(state: ChatState): readonly Said[] {
  return state.said.filter((said) => said.channel === state.channel);
}

/** Count the unseen messages of others. */
export function unread(state: ChatState, isMine: (said: Said) => boolean): number {
  return state.said.filter((said) => said.number > (state.seen[said.channel] ?? 0) && !isMine(said)).length;
}

/** Add what was seen at a table to what was seen at others; the oldest tables are dropped. */
export function remembered(tables: Readonly<Record<string, Seen>>, id: string, last: Seen): Record<string, Seen> {
  const others = Object.entries(tables).filter(([other]) => other !== id);
  return Object.fromEntries([...others.slice(1 - N_REMEMBERED), [id, last]]);
}

/** Replace the messages up to `newest` by those the server sent; later ones stay. */
function withFullList(state: ChatState, talk: Talk): ChatState {
  const later = state.said.filter((said) => said.number > talk.newest);
  const channel = talk.reads.includes(state.channel) ? state.channel : (talk.reads[0] ?? "watchers");
  return {
    ...state,
    newest: talk.newest,
    said: merged(talk.said, later),
    reads: talk.reads,
    writes: talk.writes,
    account: talk.account,
    mayAct: talk.may_act,
    channel,
  };
}

function merged(before: readonly Said[], more: readonly Said[]): readonly Said[] {
  const numbers = new Set(more.map((said) => said.number));
  const all = [...before.filter((said) => !numbers.has(said.number)), ...more];
  return all.sort((one, other) => one.number - other.number);
}

/** Tell whether there is anybody at a table to chat with. */
export function isTalkative({ game }: { game: GameView }): boolean {
  const isWatcher = game.seats.every((seat) => !seat.is_mine);
  return isWatcher || game.seats.some((seat) => seat.kind === "person" && !seat.is_mine);
}
