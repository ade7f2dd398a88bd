/** Requests to the JSON API of the server. */
import type { Problem } from "../generated/protocol";
import { parse } from "./data";
import { t } from "./i18n";

/** A request that failed; the message is a sentence for people. */
export class RequestError extends Error {}

/** Send a request and return the body of the answer. Raises RequestError if it is refused or there is no connection. */
export async function request(
  method: "GET" | "POST" | "PUT" | "DELETE",
  address: string,
  body?: object,
  describe = ({ detail }: Problem) => detail,
): Promise<unknown> {
  const headers = new Headers(body && { "Content-Type": "application/json" });
  if (method !== "GET" && !keepsCookies()) headers.set("Tantrix-Cookies", "blocked"); // refused where it needs one
  const content = body && JSON.stringify(body);
  const answer = await fetch(address, { method, headers, body: content ?? null }).catch(() => {
    throw new RequestError(t("No connection."));
  });
  const text = await answer.text();
  if (answer.ok) return text ? parse(text) : null;
  throw new RequestError(sentenceOf(text, describe) ?? t("The server could not do this."));
}

/** Tell whether the browser keeps cookies: `navigator.cookieEnabled` may be true where the settings block them. */
function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: a cookie that is only read back; Firefox lacks the Cookie Store API
  document.cookie = "tantrix_kept=1; path=/; max-age=60; samesite=lax";
  return document.cookie.includes("tantrix_kept=1");
}

function sentenceOf(text: string, describe: (problem: Problem) => string): string | null {
  try {
    return describe(JSON.parse(text) as Problem);
  } catch {
    return null;
  }
}
