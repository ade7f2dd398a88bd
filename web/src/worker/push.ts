/**
 * Push messages: the service worker shows them, and opens the page that one is about.
 *
 * A message may come twice. It carries the id of its notice as its tag, so the second one replaces the first
 * without a sound.
 */

interface Pushed {
  id: string;
  text: string;
  url: string;
  /** The number of games that wait for the player; older servers do not send it. */
  n_waiting?: number;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Arrived extends WorkerEvent {
  data: { json(): Pushed } | null;
}

interface Pressed extends WorkerEvent {
  notification: Notification;
}

/** The browser or its push service has ended a subscription; a new one may have taken its place. */
interface Renewed extends WorkerEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

interface Tab {
  url: string;
  focus(): Promise<unknown>;
}

interface Worker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: Arrived) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Pressed) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: Renewed) => void): void;
}

const worker = self as unknown as Worker;

worker.addEventListener("push", (event) => {
  const pushed = event.data?.json();
  if (!pushed) return;
  const options = { body: pushed.text, tag: pushed.id, icon: "/static/icons/192.png", data: { url: pushed.url } };
  void navigator.setAppBadge?.(pushed.n_waiting).catch(() => undefined);
  event.waitUntil(worker.registration.showNotification("Tantrix", options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { url: string }).url));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

async function renew({ oldSubscription, newSubscription }: Renewed): Promise<void> {
  const options = oldSubscription?.options;
  const found = newSubscription ?? (options ? await worker.registration.pushManager.subscribe(options) : null);
  if (!found) return;
  const { endpoint, keys } = found.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  await fetch("/api/account/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

async function open(path: string): Promise<unknown> {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return undefined;
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  return there ? there.focus() : worker.clients.openWindow(url.pathname);
}
