/** The chat of the page's table: it receives from the socket, sends to the server, and notifies the page of changes. */
import type { ChatMessage, ClientMessage, GameView, SendChat, ServerMessage } from "../generated/protocol";
import { messageId } from "../page/socket";
import { loadJson, saveJson } from "../page/storage";
import type { PresetName } from "./phrases";
import {
  applyChatMessage,
  type ChannelName,
  type ChatState,
  refused,
  remembered,
  type Seen,
  SILENT,
  seen,
  unread,
  withSentMessage,
} from "./state";

type Tables = Record<string, Seen>;

/** What was read is stored for other tabs and later visits. */
const KEY = "tantrix.chat";
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
      case "chat_history":
      case "chat_message":
      case "chat_sent":
        this.#become(applyChatMessage(this.state, message));
        return true;
      case "refused": {
        const after = refused(this.state, message);
        if (after) this.#become(after);
        return after !== null;
      }
      case "welcome":
        this.#game = message.game;
        this.#listen();
        for (const draft of this.state.pending) this.#send(draft);
        return false;
      case "over":
        this.#listen();
        return false;
      default:
        return false;
    }
  }

  /** Send a message. */
  post(text: string): void {
    this.#post({ text, preset: null });
  }

  /** Send a preset phrase. */
  sendPreset(preset: PresetName): void {
    this.#post({ text: null, preset });
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

  isMine = (message: ChatMessage): boolean =>
    message.seat === null
      ? message.account !== null && message.account === this.state.account
      : (this.#game?.seats[message.seat]?.is_mine ?? false);

  /** The number of unread messages; 0 if the player wants no notifications. */
  get unread(): number {
    return document.documentElement.getAttribute("data-chat") === "on" ? unread(this.state, this.isMine) : 0;
  }

  /** Record that the messages shown were seen. */
  see(): void {
    const after = seen(this.state);
    if (after === this.state) return;
    if (this.#game) saveJson(KEY, remembered(loadJson<Tables>(KEY, {}), this.#game.id, after.seen));
    this.#become(after);
  }

  #post(words: Pick<SendChat, "text" | "preset">): void {
    const draft: SendChat = { type: "send_chat", id: messageId(), channel: this.state.channel, ...words };
    this.#become(withSentMessage(this.state, draft));
    this.#send(draft);
  }

  #listen(): void {
    this.#send({ type: "read_chat" });
  }

  #become(state: ChatState): void {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** The chat of the one table on the page. */
export const conversation = new Conversation();

/** Return whether there is room for the chat beside the board. */
export function isWide(): boolean {
  return matchMedia(OPEN_FROM).matches;
}
