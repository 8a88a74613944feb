import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";
import { pageTicketMs, pageTicketParameter } from "./model.ts";
import { signerScript } from "./signer-script.ts";
import { text } from "./text.ts";

/** Has the key of this browser bound, where a page contains `finishMark`. */
export const finishScript = `${signerScript}
async function finish(mark) {
  const note = document.querySelector("[role=alert]");
  const fail = (sentence) => { note.textContent = sentence; note.hidden = false; };
  if (!globalThis.isSecureContext) return fail(mark.dataset.insecure);
  try {
    const response = await signalboxSigner.bind(mark.dataset.token);
    if (!response.ok) return fail((await response.json()).message);
    if (mark.dataset.returnTo) location.replace(mark.dataset.returnTo);
  } catch {
    fail(mark.dataset.failed);
  }
}
addEventListener("DOMContentLoaded", () => {
  const mark = document.querySelector("[data-token]");
  if (mark) finish(mark);
});`;

/** What the script needs. Only the page of this answer can read it: a program on another port gets the cookies, but not this. */
export const finishMark = (of: { token: string; returnTo: string | null }): Markup =>
  html`<p role="alert" hidden></p>
<div hidden data-token="${of.token}" data-return-to="${of.returnTo ?? ""}" data-insecure="${text.finish.insecure}"
 data-failed="${text.finish.failed}"></div><noscript><p role="note">${text.finish.scripts}</p></noscript>`;

export const finishPage = (of: { token: string; returnTo: string }): PlainPage => ({
  title: text.finish.title,
  script: finishScript,
  asksService: true,
  body: html`<h1>${text.finish.heading}</h1><p>${text.finish.intro}</p>${finishMark(of)}`,
});

/** Says before a sign-in that its end would fail here, as over plain HTTP from another machine. */
export const insecureScript = `if (!isSecureContext) document.querySelector("[data-insecure-page]").hidden = false;`;

export const insecureNote: Markup = html`<p role="alert" hidden data-insecure-page>${text.finish.insecure}</p>`;

/** Adds a page ticket to the address and opens it again, from this origin, so that the strict cookie is sent too. */
const ticketScript = (signIn: string): string => `${signerScript}
(async () => {
  const here = location.pathname + location.search;
  const leave = () => location.replace(${JSON.stringify(signIn)} + "?return_to=" + encodeURIComponent(here));
  const answer = await signalboxSigner.ask("/ui/v1/page_ticket_key").catch(() => null);
  const given = answer?.ok ? await answer.json() : { key: null };
  if (given.key === null) return leave();
  const bytes = (value) => new TextEncoder().encode(value);
  const hex = (value) => [...new Uint8Array(value)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(given.key), algorithm, false, ["sign"]);
  const expires = given.now + ${pageTicketMs};
  const message = ["signalbox-ticket-1", location.host, here, expires].join("\\n");
  const proof = hex(await crypto.subtle.sign("HMAC", key, bytes(message)));
  location.replace(here + (here.includes("?") ? "&" : "?") + "${pageTicketParameter}=" + expires + "." + proof);
})();`;

/** Shown before a consent page: proves that the browser's own page asks for it. */
export const checkingPage = (signIn: string): PlainPage => ({
  title: text.oauth.title,
  script: ticketScript(signIn),
  asksService: true,
  body: html`<p>${text.oauth.intro}</p><noscript><p role="note">${text.oauth.scripts}</p></noscript>`,
});
