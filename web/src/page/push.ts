/**
 * The switch on the page of notices that allows push messages to this browser.
 *
 * The server forgets a browser when its session ends, or when messages to it fail for days. So pages send it the
 * subscription again: once a day, and after the account that asked for it has signed in again.
 */
import { loadJson, saveJson } from "./storage";

const WORKER = "/service-worker.js";

const SENT_KEY = "tantrix.push";
const RENEW_MS = 24 * 3_600_000;

/** The account that gets push messages in this browser, and when the server was last told. */
interface Sent {
  account: string;
  ms: number;
}

const account = document.querySelector<HTMLElement>("#notices")?.dataset.account ?? "";
const place = document.querySelector<HTMLElement>("#push");
const words = place?.dataset;

/** Show the switch if this browser supports push messages, and send the server the subscription again. */
export async function offerPush(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    showStatus(words?.unable ?? "");
    return;
  }
  for (const form of document.querySelectorAll('form[action="/sign-out"]'))
    form.addEventListener("submit", () => remember({ ...sent(), ms: 0 }));
  if (!place && !(sent().account === account && Date.now() > sent().ms + RENEW_MS)) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  showSwitch(subscription && sent().account === account && (await send(subscription)) ? subscription : null);
}

function sent(): Sent {
  return loadJson<Sent>(SENT_KEY, { account: "", ms: 0 });
}

function remember(last: Sent): void {
  saveJson(SENT_KEY, last);
}

async function send(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const isSaved = await post("/api/account/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  if (isSaved) remember({ account, ms: Date.now() });
  return isSaved;
}

function showSwitch(subscription: PushSubscription | null): void {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = (subscription ? words?.off : words?.on) ?? "";
  button.addEventListener("click", () => void (subscription ? switchOff(subscription) : switchOn(button)));
  place?.replaceChildren(button);
}

async function switchOn(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: words?.key ?? "" };
    const subscription = await pushManager.subscribe(options);
    const saved = await send(subscription);
    if (!saved) await subscription.unsubscribe();
    showSwitch(saved ? subscription : null);
  } catch {
    showStatus(words?.refused ?? "");
  }
}

async function switchOff(subscription: PushSubscription): Promise<void> {
  await post("/api/account/push/end", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  remember({ account: "", ms: 0 });
  showSwitch(null);
}

async function post(path: string, body: object): Promise<boolean> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
  return answer?.ok ?? false;
}

function showStatus(text: string): void {
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.textContent = text;
  place?.replaceChildren(line);
}
