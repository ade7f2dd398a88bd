/** The page of imports: a record that another app has shared is filled in, ready to be imported. */

// As in `worker/shared.ts`, which has put it there.
const SHARED_RECORD = "/archive/shared";
const SHARED_CACHE = "shared-record";

/** Return the shared record and forget it; empty if there is none. */
async function takeShared(): Promise<string> {
  if (!("caches" in window)) return "";
  const cache = await caches.open(SHARED_CACHE);
  const found = await cache.match(SHARED_RECORD);
  await cache.delete(SHARED_RECORD);
  return found?.text() ?? "";
}

async function fillIn(place: HTMLTextAreaElement): Promise<void> {
  const shared = await takeShared();
  if (shared) place.value = shared;
}

const place = document.querySelector<HTMLTextAreaElement>("textarea[name=text]");
if (place) void fillIn(place);

export {};
