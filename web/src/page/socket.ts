/**
 * A connection to the server that keeps itself alive, reconnects when lost, and resends what was not acknowledged.
 */
import type { ClientMessage, Ping, ServerMessage } from "../generated/protocol";
import { parse } from "./data";
import { t } from "./i18n";

const PING_EVERY_MS = 15_000;
const SILENCE_MS = 40_000;
const MAX_WAIT_MS = 15_000;
const MAX_ROUND_TRIPS = 8;
const SLEPT_MS = 2_000;
/** Close code of the server for something that does not exist: there is no reconnecting. */
const GONE = 4404;

/**
 * "gone" means that there is nothing to connect to (any more), so no further attempt is made; "stale" that the
 * connection is live, but the server cannot tell whether what it sent is the newest.
 */
export type ConnectionState = "connecting" | "live" | "stale" | "lost" | "gone";

export interface SocketListener<In = ServerMessage, Out = ClientMessage> {
  message(message: In): void;
  /** The state of the connection changed. */
  connection(connection: ConnectionState): void;
  /** Return what to resend after a reconnect, in order. */
  unacknowledged(): Out | readonly Out[] | null;
}

/** Return how long to wait before the n-th attempt: doubling, plus up to as much again at random. */
export function waitMs(n: number, chance: number): number {
  return Math.min(400 * 2 ** n, MAX_WAIT_MS / 2) * (1 + chance);
}

/** Return the address of the socket of a game, or of anything else under `folder`. */
export function socketAddress(page: Pick<Location, "protocol" | "host">, id: string, folder = "games"): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}/${folder}/${encodeURIComponent(id)}/socket`;
}

/** Return a new id for a message that may have to be sent twice. */
export function messageId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

/** Return how long a message takes: half of the quickest recent round trip, since slower ones waited somewhere. */
export function latencyMs(tripsMs: readonly number[]): number {
  return tripsMs.length === 0 ? 0 : Math.min(...tripsMs) / 2;
}

/** The socket of a page that receives messages `In`, the first of them a welcome, and sends `Out`. */
export class ReconnectingSocket<In extends { type: string } = ServerMessage, Out extends object = ClientMessage> {
  #socket: WebSocket | null = null;
  #tries = 0;
  #receivedAt = 0;
  #timers: number[] = [];
  #isClosed = false;
  #isGreeted = false;
  #tripsMs: number[] = [];
  #driftMs = drift();

  constructor(
    private readonly address: string,
    private readonly listener: SocketListener<In, Out>,
  ) {}

  /** Open, and reconnect whenever the device comes back online or the page into view, until `signal` is aborted. */
  keepOpen(signal: AbortSignal): void {
    addEventListener("online", () => this.reconnectNow(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.reconnectNow(), { signal });
    this.open();
  }

  open(): void {
    [this.#isClosed, this.#isGreeted] = [false, false];
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#received(String(event.data)));
    socket.addEventListener("close", (event) => this.#lost(socket, event.code));
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimers();
    this.#socket?.close();
  }

  /** Roughly how long a message from the server takes to arrive. */
  get latencyMs(): number {
    return latencyMs(this.#tripsMs);
  }

  /** Send if the connection is open; return whether it was. */
  send(message: Out | Ping): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Reconnect without waiting, e.g. because the device is back online; after sleep an open connection is replaced too.
   */
  reconnectNow(): void {
    if (this.#isClosed || (this.#socket?.readyState === WebSocket.OPEN && !this.#hasSlept())) return;
    this.#stopTimers();
    this.#socket?.close();
    this.#tries = 0;
    this.open();
  }

  #received(text: string): void {
    this.#receivedAt = Date.now();
    const message = parse<In>(text);
    if ("sent_ms" in message) this.#measure(Number(message.sent_ms));
    this.listener.message(message);
    if (message.type.endsWith("welcome") && !this.#isGreeted) this.#established();
  }

  /** The welcome of the server arrived: the connection is live. */
  #established(): void {
    [this.#isGreeted, this.#tries] = [true, 0];
    this.#stopTimers();
    this.#timers.push(window.setInterval(() => this.#keepAlive(), PING_EVERY_MS));
    this.#ping();
    this.listener.connection("live");
    const waiting = this.listener.unacknowledged();
    for (const message of waiting ? [waiting].flat() : []) this.send(message as Out);
  }

  #keepAlive(): void {
    if (Date.now() - this.#receivedAt > SILENCE_MS || this.#hasSlept()) this.#socket?.close();
    else this.#ping();
  }

  #ping(): void {
    this.send({ type: "ping", sent_ms: Math.round(performance.now()) });
  }

  /** Record the round trip of a ping. */
  #measure(sentMs: number): void {
    this.#tripsMs = [...this.#tripsMs, performance.now() - sentMs].slice(-MAX_ROUND_TRIPS);
  }

  /**
   * Return whether the device slept since the last call: `performance.now()` stands still meanwhile, and all clocks with
   * it.
   */
  #hasSlept(): boolean {
    const [before, now] = [this.#driftMs, drift()];
    this.#driftMs = now;
    return now - before > SLEPT_MS;
  }

  #lost(socket: WebSocket, code: number): void {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#stopTimers();
    this.#isClosed = code === GONE;
    this.listener.connection(this.#isClosed ? "gone" : "lost");
    if (this.#isClosed) return;
    this.#timers.push(window.setTimeout(() => this.open(), waitMs(this.#tries++, Math.random())));
  }

  #stopTimers(): void {
    for (const timer of this.#timers) window.clearTimeout(timer);
    this.#timers = [];
  }
}

/** Return how far the time of day is ahead of `performance.now()`, which stands still while the device sleeps. */
function drift(): number {
  return Date.now() - performance.now();
}

/** Say how the connection is; empty while it is live. */
export function connectionText(connection: ConnectionState): string {
  if (connection === "live") return "";
  if (connection === "stale") return t("This may be out of date, checking…");
  if (connection === "gone") return t("There is no such game.");
  return connection === "lost" ? t("Connection lost, trying again…") : t("Connecting…");
}
