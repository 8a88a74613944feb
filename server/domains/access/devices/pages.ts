import { html, type PlainPage } from "../../../http/plain-page.ts";
import { deviceNameLimit } from "./model.ts";
import { pairingPath } from "./pairings.ts";
import { text } from "./text.ts";

/** Moves the code from the QR code's URL fragment into the form. */
const fillIn = `const fillIn = () => {
  const code = location.hash.slice(1);
  if (!/^[A-Za-z]{8}$/.test(code)) return;
  document.querySelector("input[name=code]").value = code.slice(0, 4) + "-" + code.slice(4);
  history.replaceState(null, "", location.pathname);
  document.querySelector("button").focus();
};
addEventListener("hashchange", fillIn);
fillIn();`;

/** Asks a device for its code; `wrong` is the error about the last one. */
export const pairPage = (of: {
  token: string;
  name: string;
  code: string;
  /** The authorization request of an app on the device, which continues after a correct code, and where the app is. */
  returnTo: { address: string; app: string } | null;
  wrong: { status: number; sentence: string } | null;
}): PlainPage => ({
  status: of.wrong?.status ?? 200,
  title: text.pair.title,
  script: fillIn,
  body: html`<h1>${text.pair.title}</h1>
<p>${text.pair.whereCode}</p>
${of.wrong && html`<p role="alert">${of.wrong.sentence}</p>`}
${
  of.returnTo &&
  html`<p role="note">This signs in an app on this device, at <code>${of.returnTo.app}</code>. Continue only if
you just started signing in there.</p>`
}
<form method="post" action="${pairingPath}"><input type="hidden" name="form_token" value="${of.token}">
${of.returnTo && html`<input type="hidden" name="return_to" value="${of.returnTo.address}">`}
<label>${text.pair.code}<input name="code" required value="${of.code}" autocomplete="off" autocapitalize="characters"
 spellcheck="false" maxlength="20"></label>
<label>${text.pair.name}<input name="name" required value="${of.name}" autocomplete="off"
 maxlength="${deviceNameLimit}"></label>
<button>${text.pair.connect}</button></form>
<details><summary>${text.pair.rightMachine}</summary>
<p>${text.pair.certificate}</p></details>`,
});

/** An error that a new code does not fix, such as a forged form. */
export const refusedPage = (status: number, messages: readonly string[]): PlainPage => ({
  status,
  title: text.refused.title,
  body: html`<h1>${text.refused.title}</h1>${messages.map((message) => html`<p role="alert">${message}</p>`)}
<p><a class="button" href="${pairingPath}">${text.refused.tryAgain}</a></p>`,
});
