/** The page of a tournament renews itself whenever something changes; without this script it is complete too. */

const RETRY_MS = 5_000;
const SPREAD_MS = 2_000; // so that all readers do not ask in the same moment

/** Replace the tournament by what the server shows now, unless somebody is filling in a form of it. */
async function renew(): Promise<void> {
  const shown = document.getElementById("tournament");
  if (!shown || shown.contains(document.activeElement?.closest("input, select, textarea") ?? null)) return;
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tournament");
  if (!next) return;
  const open = [...shown.querySelectorAll("details")].map((details) => details.open);
  shown.replaceChildren(...next.childNodes);
  if (open.length === shown.querySelectorAll("details").length)
    shown.querySelectorAll("details").forEach((details, at) => {
      details.open = open[at] ?? details.open;
    });
}

/** Follow the changes until the stream ends. */
async function follow(address: string): Promise<void> {
  const answer = await fetch(address);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!value.trim()) continue;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
    await renew();
  }
}

async function followForever(address: string): Promise<never> {
  for (;;) {
    await follow(address).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

const address = document.getElementById("tournament")?.dataset.events;
if (address) void followForever(address);
