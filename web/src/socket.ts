/**
 * The line to the server: opens it, keeps it alive, opens it again, and sends again what was not acknowledged.
 */
import type { ClientMessage, Place, ServerMessage } from "./protocol";
import type { Connection } from "./state";

const PING_EVERY_MS = 15_000;
const SILENCE_MS = 40_000;
const LONGEST_WAIT_MS = 15_000;

export interface Listener {
  message(message: ServerMessage): void;
  connection(connection: Connection): void;
  /** The placement to send again after the line came back. */
  unacknowledged(): Place | null;
}

/** How long to wait before the n-th try: doubling, with up to as much again by chance. */
export function waitMs(n: number, chance: number): number {
  return Math.min(400 * 2 ** n, LONGEST_WAIT_MS / 2) * (1 + chance);
}

/** Return the socket's address for a page's address. */
export function socketAddress(page: Pick<Location, "protocol" | "host">, id: string): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}/games/${encodeURIComponent(id)}/socket`;
}

/** Name a message that may have to be sent twice. */
export function messageId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

export class TableSocket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #heardAt = 0;
  #timers: number[] = [];
  #isClosed = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.#isClosed = false;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#heard(String(event.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimers();
    this.#socket?.close();
  }

  /** Send now if the line is open; tell whether it was. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Try at once, e.g. because the device came back online. */
  hurry(): void {
    if (this.#isClosed || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#stopTimers();
    this.#socket?.close();
    this.#tries = 0;
    this.open();
  }

  #heard(text: string): void {
    this.#heardAt = Date.now();
    const message = JSON.parse(text) as ServerMessage;
    this.listener.message(message);
    if (message.type === "welcome") this.#established();
  }

  /** The server greets first: from now on the line counts as live. */
  #established(): void {
    this.#tries = 0;
    this.#stopTimers();
    this.#timers.push(window.setInterval(() => this.#keepAlive(), PING_EVERY_MS));
    this.listener.connection("live");
    const place = this.listener.unacknowledged();
    if (place) this.send(place);
  }

  #keepAlive(): void {
    if (Date.now() - this.#heardAt > SILENCE_MS) this.#socket?.close();
    else this.send({ type: "ping", sent_ms: Date.now() });
  }

  #lost(socket: WebSocket): void {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#stopTimers();
    this.listener.connection("lost");
    this.#timers.push(window.setTimeout(() => this.open(), waitMs(this.#tries++, Math.random())));
  }

  #stopTimers(): void {
    for (const timer of this.#timers) window.clearTimeout(timer);
    this.#timers = [];
  }
}
