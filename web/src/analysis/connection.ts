/** The connection for analyses and suggestions: opened when needed, and again after a loss. */
import type { AnalysisClientMessage, AnalysisServerMessage } from "../generated/protocol";

export interface AnalysisListener {
  message(message: AnalysisServerMessage): void;
  /** The connection was lost: open requests will not be answered. */
  lost(): void;
}

/** Return the address of the socket for the address of the page. */
export function analysisAddress(page: Pick<Location, "protocol" | "host">): string {
  return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}/analysis/socket`;
}

export class AnalysisConnection {
  #socket: WebSocket | null = null;

  constructor(
    private readonly address: string,
    private readonly listener: AnalysisListener,
  ) {}

  /** Send as soon as the connection is open. */
  send(message: AnalysisClientMessage): void {
    const socket = this.#socket ?? this.#open();
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else socket.addEventListener("open", () => socket.send(text), { once: true });
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): WebSocket {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.listener.message(JSON.parse(String(event.data))));
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.listener.lost();
    });
    return socket;
  }
}
