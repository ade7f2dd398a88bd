/** Records that another app shares with the installed one: they are filled in on the page of imports. */

interface ReceivedShare extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface SharingWorker {
  addEventListener(type: "fetch", listener: (event: ReceivedShare) => void): void;
}

// The manifest names the address; `archive/import.ts` names both too, because a service worker imports no chunks.
const SHARED_RECORD = "/archive/shared";
const SHARED_CACHE = "shared-record";

const worker = self as unknown as SharingWorker;

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "POST" || origin !== location.origin || pathname !== SHARED_RECORD) return;
  event.respondWith(keep(request));
});

async function keep(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get("file");
  const fromFile = file instanceof File ? await file.text() : "";
  const cache = await caches.open(SHARED_CACHE);
  await cache.put(SHARED_RECORD, new Response(fromFile || String(form.get("text") ?? "")));
  return Response.redirect("/archive/import", 303);
}

export {};
