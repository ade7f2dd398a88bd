/**
 * The line to the server: opens it, keeps it alive, opens it again, and sends again what was not acknowledged.
 */
import type { ClientMessage, Ping, ServerMessage } from "../generated/protocol";
import { parse } from "./data";

const PING_EVERY_MS = 15_000;
const SILENCE_MS = 40_000;
const LONGEST_WAIT_MS = 15_000;
const KEPT_TRIPS = 8;
const SLEPT_MS = 2_000;
/** The server closes with it for good: what the line was to is not there. */
const GONE = 4404;

/** How the connection is; "gone": what it was to does not exist (any more), so it is not tried again. */
export type ConnectionState = "connecting" | "live" | "lost" | "gone";

export interface SocketListener<In = ServerMessage, Out = ClientMessage> {
  message(message: In): void;
  /** Hear how the line is; once it is "gone", it is not tried again. */
  connection(connection: ConnectionState): void;
  /** What is to be sent again after the line came back, in order. */
  unacknowledged(): Out | readonly Out[] | null;
}

/** How long to wait before the n-th try: doubling, with up to as much again by chance. */
export function waitMs(n: number, chance: number): number {
  return Math.min(400 * 2 ** n, LONGEST_WAIT_MS / 2) * (1 + chance);
}

/** Return the socket's address for a page's address; `folder` is where what has the id lives. */
export function socketAddress(page: Pick<Location, "protocol" | "host">, id: string, folder = "games"): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}/${folder}/${encodeURIComponent(id)}/socket`;
}

/** Name a message that may have to be sent twice. */
export function messageId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

/** How long a message takes to come: half of the quickest of the last ways there and back; the others waited somewhere. */
export function latencyMs(tripsMs: readonly number[]): number {
  return tripsMs.length === 0 ? 0 : Math.min(...tripsMs) / 2;
}

/** The line of a page that hears messages `In`, among them one that greets, and says `Out`. */
export class ReconnectingSocket<In extends { type: string } = ServerMessage, Out extends object = ClientMessage> {
  #socket: WebSocket | null = null;
  #tries = 0;
  #heardAt = 0;
  #timers: number[] = [];
  #isClosed = false;
  #isGreeted = false;
  #tripsMs: number[] = [];
  #driftMs = drift();

  constructor(
    private readonly address: string,
    private readonly listener: SocketListener<In, Out>,
  ) {}

  open(): void {
    [this.#isClosed, this.#isGreeted] = [false, false];
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#heard(String(event.data)));
    socket.addEventListener("close", (event) => this.#lost(socket, event.code));
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimers();
    this.#socket?.close();
  }

  /** How long a message of the server takes to come here, about. */
  get latencyMs(): number {
    return latencyMs(this.#tripsMs);
  }

  /** Send now if the line is open; tell whether it was. */
  send(message: Out | Ping): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Try at once, e.g. because the device came back online; after a sleep even an open line is opened anew. */
  reconnectNow(): void {
    if (this.#isClosed || (this.#socket?.readyState === WebSocket.OPEN && !this.#hasSlept())) return;
    this.#stopTimers();
    this.#socket?.close();
    this.#tries = 0;
    this.open();
  }

  #heard(text: string): void {
    this.#heardAt = Date.now();
    const message = parse<In>(text);
    if ("sent_ms" in message) this.#measure(Number(message.sent_ms));
    this.listener.message(message);
    if (message.type.endsWith("welcome") && !this.#isGreeted) this.#established();
  }

  /** The server greets first: from now on the line counts as live. */
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
    if (Date.now() - this.#heardAt > SILENCE_MS || this.#hasSlept()) this.#socket?.close();
    else this.#ping();
  }

  #ping(): void {
    this.send({ type: "ping", sent_ms: Math.round(performance.now()) });
  }

  /** Take in the answer to a ping. */
  #measure(sentMs: number): void {
    this.#tripsMs = [...this.#tripsMs, performance.now() - sentMs].slice(-KEPT_TRIPS);
  }

  /** Tell whether the device slept, so that the page's own time stood still and its clocks with it. */
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

/** How far the time of day is from the page's own time, which stands still while the device sleeps. */
function drift(): number {
  return Date.now() - performance.now();
}
