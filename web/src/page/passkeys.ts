/**
 * Passkeys on the pages of signing in and of an account.
 *
 * Both forms are hidden until the browser is known to support passkeys. The server makes the options and checks the
 * answers; this module only converts them between JSON and the browser's objects.
 */
import { RequestError, request } from "./request";

type Json = Record<string, unknown>;

interface Options extends Json {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: "public-key" }[];
  allowCredentials?: { id: string; type: "public-key" }[];
}

const signIn = document.querySelector<HTMLFormElement>("#passkey-sign-in");
const added = document.querySelector<HTMLFormElement>("#passkey-new");

if (typeof window.PublicKeyCredential === "function") {
  document.getElementById("passkey-none")?.setAttribute("hidden", "");
  for (const form of [signIn, added]) if (form) form.hidden = false;
}

signIn?.addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt(signIn, async () => {
    const options = (await request("POST", "/sign-in/passkey/options")) as Options;
    const credential = await navigator.credentials.get({ publicKey: requestOptions(options) });
    const body = { credential: credentialJson(credential), next: signIn.dataset.next ?? "/" };
    const { path } = (await request("POST", "/sign-in/passkey", body)) as { path: string };
    location.assign(path);
  });
});

added?.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(added);
  void attempt(added, async () => {
    const password = String(fields.get("password"));
    const options = (await request("POST", "/account/passkeys/options", { password })) as Options;
    const credential = await navigator.credentials.create({ publicKey: creationOptions(options) });
    const body = { credential: credentialJson(credential), name: String(fields.get("name")) };
    await request("POST", "/account/passkeys", body);
    location.assign("/account?done=passkey-added");
  });
});

/** Run an attempt with the button disabled; say why it failed. If the server refuses, its own sentence is shown. */
async function attempt(form: HTMLFormElement, act: () => Promise<void>): Promise<void> {
  const button = form.querySelector("button");
  const note = form.querySelector<HTMLElement>("[role=alert]");
  if (!button || !note) return;
  button.disabled = true;
  note.hidden = true;
  try {
    await act();
  } catch (error) {
    note.textContent = error instanceof RequestError ? error.message : (form.dataset.failed ?? "");
    note.hidden = false;
  } finally {
    button.disabled = false;
  }
}

function creationOptions(options: Options): PublicKeyCredentialCreationOptions {
  const user = options.user && { ...options.user, id: bytes(options.user.id) };
  const excluded = (options.excludeCredentials ?? []).map((each) => ({ ...each, id: bytes(each.id) }));
  const made = { ...options, challenge: bytes(options.challenge), user, excludeCredentials: excluded };
  return made as unknown as PublicKeyCredentialCreationOptions;
}

function requestOptions(options: Options): PublicKeyCredentialRequestOptions {
  const allowed = (options.allowCredentials ?? []).map((each) => ({ ...each, id: bytes(each.id) }));
  return { ...options, challenge: bytes(options.challenge), allowCredentials: allowed };
}

function credentialJson(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey");
  const { id, type, rawId, response } = credential;
  return { id, type, rawId: text(rawId), clientExtensionResults: {}, response: responseJson(response) };
}

function responseJson(response: AuthenticatorResponse): Json {
  const clientDataJSON = text(response.clientDataJSON);
  if (response instanceof AuthenticatorAttestationResponse)
    return { clientDataJSON, attestationObject: text(response.attestationObject) };
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    clientDataJSON,
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle && text(userHandle),
  };
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
