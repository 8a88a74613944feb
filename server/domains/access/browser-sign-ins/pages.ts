import { html, type PlainPage } from "../../../http/plain-page.ts";
import { signerScript } from "../page-keys/index.ts";
import { pageKeyStorage } from "../page-keys/model.ts";
import { text } from "./text.ts";

/** Exchanges the code in the URL's fragment, or a pasted one, for the cookie, which belongs to the key of this browser. */
const signInScript = `${signerScript}
const key = ${JSON.stringify(pageKeyStorage)};
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
    const response = await signalboxSigner.bind(code, location.pathname, "code");
    if (!response.ok) return show((await response.json()).message);
    location.replace(returnTo);
  } catch {
    show(failed);
  }
}
/** A link on another site leads here even if this browser is signed in, because strict cookies are not sent with it. */
async function continueIfSignedIn() {
  if (signalboxSigner.keyId() === null) return;
  const response = await signalboxSigner.ask("/ui/v1/counts");
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
