import { html, type PlainPage } from "../../../http/plain-page.ts";
import { pageKeyHeader, pageKeyStorage, pageTicketMs, pageTicketParameter } from "./model.ts";
import { text } from "./text.ts";

/** Exchanges the code in the URL's fragment, or a pasted one, for the cookie and the page key. */
const signInScript = `const key = ${JSON.stringify(pageKeyStorage)};
const form = document.querySelector("form");
const field = form.querySelector("input");
const note = document.querySelector("[role=alert]");
const { returnTo, notThere, failed, signingIn } = form.dataset;
const show = (sentence) => { note.textContent = sentence; note.hidden = sentence === ""; };
const codeIn = (link) => (/(?:^|#code=)([\\w-]{43})$/.exec(link.trim()) ?? [])[1];
async function exchange(code) {
  if (code === undefined) return show(notThere);
  show(signingIn);
  try {
    const response = await fetch(location.pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
    const body = await response.json();
    if (!response.ok) return show(body.message);
    localStorage.setItem(key, JSON.stringify(body.page_key));
    location.replace(returnTo);
  } catch {
    show(failed);
  }
}
/** A link on another site leads here even if this browser is signed in, because strict cookies are not sent with it. */
async function continueIfSignedIn() {
  const pageKey = JSON.parse(localStorage.getItem(key) ?? "null");
  if (typeof pageKey !== "string") return;
  const response = await fetch("/ui/v1/counts", { headers: { ${JSON.stringify(pageKeyHeader)}: pageKey } });
  if (response.ok) location.replace(returnTo);
}
function readFragment() {
  if (!location.hash.startsWith("#code=")) return continueIfSignedIn().catch(() => undefined);
  const link = location.hash;
  history.replaceState(null, "", location.pathname + location.search);
  exchange(codeIn(link));
}
form.addEventListener("submit", (event) => { event.preventDefault(); exchange(codeIn(field.value)); });
addEventListener("hashchange", readFragment);
addEventListener("storage", (event) => { if (event.key === key && event.newValue) location.replace(returnTo); });
readFragment();`;

const wayInApp = html`<p>${text.page.menu}</p>
<p>${text.page.otherBrowser}</p>`;

const wayByCommand = (command: string) => html`<p>${text.page.command}</p>
<p><code>${command}</code></p>
<p>${text.page.remote}</p>
<p><code>${command} --print</code></p>`;

/** Says how to get a launch link, and takes it. */
export const signInPage = (of: { commandLine: string | null; returnTo: string }): PlainPage => ({
  title: text.page.title,
  script: signInScript,
  asksService: true,
  body: html`<h1>${text.page.heading}</h1>
<p>${text.page.intro}</p>
${of.commandLine === null ? wayInApp : wayByCommand(`${of.commandLine} open`)}
<p role="alert" hidden></p>
<form data-return-to="${of.returnTo}" data-not-there="${text.page.notThere}" data-failed="${text.page.failed}"
 data-signing-in="${text.page.signingIn}">
<label>${text.page.field}<input name="code" required autocomplete="off" autocapitalize="none" spellcheck="false"></label>
<button>${text.page.button}</button></form>
<noscript><p role="note">${text.page.scripts}</p></noscript>`,
});

/** Adds a page ticket to the address and opens it again, from this origin, so that the strict cookie is sent too. */
const ticketScript = `(async () => {
  const here = location.pathname + location.search;
  const signIn = "/sign-in?return_to=" + encodeURIComponent(here);
  let key = null;
  try { key = JSON.parse(localStorage.getItem(${JSON.stringify(pageKeyStorage)})); } catch {}
  if (typeof key !== "string") return location.replace(signIn);
  const bytes = (value) => new TextEncoder().encode(value);
  const hex = (value) => [...new Uint8Array(value)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const digest = hex(await crypto.subtle.digest("SHA-256", bytes(key)));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signer = await crypto.subtle.importKey("raw", bytes(digest), algorithm, false, ["sign"]);
  const expires = (Math.floor(Date.now() / ${pageTicketMs}) + 1) * ${pageTicketMs} + ${pageTicketMs} / 2;
  const proof = hex(await crypto.subtle.sign("HMAC", signer, bytes(expires + ":" + location.pathname)));
  const url = new URL(location.href);
  url.searchParams.set(${JSON.stringify(pageTicketParameter)}, expires + "." + proof);
  location.replace(url);
})();`;

/** Shown before a consent page: proves that the browser's own page asks for it. */
export const checkingPage: PlainPage = {
  title: text.oauth.title,
  script: ticketScript,
  body: html`<p>${text.oauth.intro}</p><noscript><p role="note">${text.page.scripts}</p></noscript>`,
};
