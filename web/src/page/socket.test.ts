import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ConnectionState, latencyMs, ReconnectingSocket, socketAddress, waitMs } from "./socket";

/** A fake WebSocket that tests close as the server would. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = 0;

  constructor(readonly address: string) {
    super();
    FakeSocket.opened.push(this);
  }

  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  close(): void {
    this.end(1005);
  }
}

describe("a connection that closes", () => {
  const states: ConnectionState[] = [];
  const socket = () =>
    new ReconnectingSocket("ws://a/games/g1/socket", {
      message: () => undefined,
      connection: (connection) => states.push(connection),
      unacknowledged: () => null,
    });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("WebSocket", FakeSocket);
    [FakeSocket.opened, states.length] = [[], 0];
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test.each([1001, 1006, 1012, 1013])("with code %j is opened again, each time", (code) => {
    socket().open();
    for (const tries of [1, 2, 3]) {
      FakeSocket.opened.at(-1)?.end(code);
      vi.advanceTimersByTime(60_000);
      expect(FakeSocket.opened).toHaveLength(tries + 1);
    }
    expect(states).toEqual(["lost", "lost", "lost"]);
  });

  test("because there is no such game is reported once and never opened again", () => {
    const line = socket();
    line.open();
    FakeSocket.opened[0]?.end(1006);
    vi.advanceTimersByTime(60_000);
    FakeSocket.opened[1]?.end(4404);
    line.reconnectNow();
    vi.advanceTimersByTime(3_600_000);
    expect(FakeSocket.opened).toHaveLength(2);
    expect(states).toEqual(["lost", "gone"]);
  });

  test("because the page closes it is not reported", () => {
    const line = socket();
    line.open();
    line.close();
    vi.advanceTimersByTime(3_600_000);
    expect(FakeSocket.opened).toHaveLength(1);
    expect(states).toEqual([]);
  });
});

test("a page over TLS uses a socket over TLS", () => {
  expect(socketAddress({ protocol: "https:", host: "a:1" }, "g1")).toBe("wss://a:1/games/g1/socket");
  expect(socketAddress({ protocol: "http:", host: "a:1" }, "g1")).toBe("ws://a:1/games/g1/socket");
});

test("waits grow, are spread at random, and have a limit", () => {
  expect(waitMs(0, 0)).toBe(400);
  expect(waitMs(1, 0.5)).toBe(1200);
  expect(waitMs(60, 1)).toBe(15000);
});

test("the latency is half of the quickest round trip", () => {
  expect(latencyMs([])).toBe(0);
  expect(latencyMs([80, 40, 900])).toBe(20);
});
