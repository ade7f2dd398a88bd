/** The chat of the page's table: it receives from the socket, sends to the server, and notifies the page of changes. */
import type { ClientMessage, GameView, Said, Say, ServerMessage } from "../generated/protocol";
import { messageId } from "../page/socket";
import { loadJson, saveJson } from "../page/storage";
import type { PresetName } from "./phrases";
import {
  type ChannelName,
  type ChatState,
  receive as received,
  refused,
  remembered,
  type Seen,
  SILENT,
  seen,
  sent,
  unread,
} from "./state";

type Tables = Record<string, Seen>;

/** What was read is stored, so that other tabs and later visits know it. */
const KEY = "tantrix.talk";
const OPEN_FROM = "(min-width: 56rem) and (min-height: 34.01rem)";

export class Conversation extends EventTarget {
  state: ChatState = SILENT;
  isOpen = false;
  #game: GameView | null = null;
  #send: (message: ClientMessage) => boolean = () => false;

  /** Start at a table; wide pages open the chat at once. */
  begin(game: GameView, send: (message: ClientMessage) => boolean): void {
    this.#game = game;
    this.#send = send;
    this.isOpen = isWide();
    this.state = { ...SILENT, seen: loadJson<Tables>(KEY, {})[game.id] ?? {} };
  }

  /** Handle a message from the server; return whether it was for the chat only. */
  receive(message: ServerMessage): boolean {
    switch (message.type) {
      case "talk":
      case "said":
      case "heard":
        this.#become(received(this.state, message));
        return true;
      case "refused": {
        const after = refused(this.state, message);
        if (after) this.#become(after);
        return after !== null;
      }
      case "welcome":
        this.#game = message.game;
        this.#listen();
        for (const say of this.state.pending) this.#send(say);
        return false;
      case "over":
        this.#listen();
        return false;
      default:
        return false;
    }
  }

  /** Send a message. */
  say(text: string): void {
    this.#say({ text, preset: null });
  }

  /** Send a preset phrase. */
  sayPreset(preset: PresetName): void {
    this.#say({ text: null, preset });
  }

  show(channel: ChannelName): void {
    this.#become({ ...this.state, channel });
  }

  /** Open or close the panel. */
  toggle(isOpen = !this.isOpen): void {
    this.isOpen = isOpen;
    this.#become(this.state);
  }

  /** Ask for the messages again, after somebody was muted. */
  refresh(): void {
    this.#listen();
  }

  isMine = (said: Said): boolean =>
    said.seat === null
      ? said.account !== null && said.account === this.state.account
      : (this.#game?.seats[said.seat]?.is_mine ?? false);

  /** The number of unread messages; 0 if the player wants no notifications. */
  get unread(): number {
    return document.documentElement.getAttribute("data-chat") === "on" ? unread(this.state, this.isMine) : 0;
  }

  /** Record that what is shown was seen. */
  see(): void {
    const after = seen(this.state);
    if (after === this.state) return;
    if (this.#game) saveJson(KEY, remembered(loadJson<Tables>(KEY, {}), this.#game.id, after.seen));
    this.#become(after);
  }

  #say(words: Pick<Say, "text" | "preset">): void {
    const say: Say = { type: "say", id: messageId(), channel: this.state.channel, ...words };
    this.#become(sent(this.state, say));
    this.#send(say);
  }

  #listen(): void {
    this.#send({ type: "listen" });
  }

  #become(state: ChatState): void {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** The chat of the one table on the page. */
export const conversation = new Conversation();

/** Tell whether there is room for the chat beside the board. */
export function isWide(): boolean {
  return matchMedia(OPEN_FROM).matches;
}
