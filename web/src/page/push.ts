/** The switch on the page of notices that allows push messages to this browser. */

const WORKER = "/service-worker.js";

const place = document.querySelector<HTMLElement>("#push");
const words = place?.dataset;

/** Show the switch if this browser supports push messages. */
export async function offerPush(): Promise<void> {
  if (!place) return;
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    showStatus(words?.unable ?? "");
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  showSwitch((await registration?.pushManager.getSubscription()) ?? null);
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
    const { endpoint, keys } = subscription.toJSON();
    const saved = await post("/api/account/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    if (!saved) await subscription.unsubscribe();
    showSwitch(saved ? subscription : null);
  } catch {
    showStatus(words?.refused ?? "");
  }
}

async function switchOff(subscription: PushSubscription): Promise<void> {
  await post("/api/account/push/end", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
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
