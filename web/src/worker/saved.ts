/**
 * Pages and files saved for use without a connection, and their use.
 *
 * The server always goes first, so nobody sees an old page while there is a connection. A page asks to save by
 * a message with a port, which gets how much is done and at last whether all of it is. What is not saved is answered
 * by the page that says so and lists what is.
 */
import type { OfflineContents } from "../generated/protocol";

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetched extends LifecycleEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Told extends LifecycleEvent {
  data: unknown;
  ports: readonly MessagePort[];
}

interface SavingWorker {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
  addEventListener(type: "message", listener: (event: Told) => void): void;
}

/** The messages that ask to save, and the lists of what: everything, or what is saved without being asked. */
const LISTS: Record<string, string> = { save: "/offline/contents", "save basics": "/offline/contents?packs=false" };
const PREFIX = "offline-";
const START = "/offline";
const TODAY = "/puzzles/daily";
const AT_ONCE = 6;

const worker = self as unknown as SavingWorker;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("message", (event) => {
  const list = LISTS[String(event.data)];
  if (list) event.waitUntil(save(list, event.ports[0]));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = request.mode === "navigate";
  if (request.method !== "GET" || origin !== location.origin) return;
  if (!isPage && !pathname.startsWith("/static/")) return;
  event.respondWith(fetch(request).catch(() => savedResponse(pathname, isPage)));
});

async function savedResponse(pathname: string, isPage: boolean): Promise<Response> {
  const day = new Date().toISOString().slice(0, 10);
  const address = pathname === TODAY ? `${TODAY}-${day}` : pathname;
  const found = (await find(address)) ?? (isPage ? await find(START) : undefined);
  return found ?? Response.error();
}

function find(address: string): Promise<Response | undefined> {
  return caches.match(address, { ignoreSearch: true, ignoreVary: true });
}

/** Save all of a list, then forget what was saved before; if something is missing, keep that instead. */
async function save(list: string, port: MessagePort | undefined): Promise<void> {
  const name = `${PREFIX}${Date.now()}`;
  try {
    const answer = await fetch(list);
    const { version, pages, files } = (await answer.json()) as OfflineContents;
    const all = [...pages, ...files.map((file) => ({ address: file, source: file }))];
    const cache = await caches.open(name);
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await Promise.all(all.slice(at, at + AT_ONCE).map((one) => saveOne(cache, one.address, one.source)));
      port?.postMessage({ done: Math.min(at + AT_ONCE, all.length), all: all.length });
    }
    await forgetAllBut(name);
    port?.postMessage({ version });
  } catch {
    await caches.delete(name);
    port?.postMessage({ version: null });
  }
}

/** A response that was redirected cannot answer for a page, so its content is saved as a new one. */
async function saveOne(cache: Cache, address: string, source: string): Promise<void> {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source} answered ${answer.status}`);
  const { status, headers } = answer;
  await cache.put(address, new Response(await answer.blob(), { status, headers }));
}

async function forgetAllBut(name: string): Promise<void> {
  const known = await caches.keys();
  await Promise.all(known.filter((one) => one.startsWith(PREFIX) && one !== name).map((one) => caches.delete(one)));
}
