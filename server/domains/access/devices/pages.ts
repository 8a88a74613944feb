import { html, type PlainPage } from "../../../http/plain-page.ts";
import { deviceNameLimit } from "./model.ts";
import { pairingPath } from "./pairings.ts";

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
  title: "Connect this device",
  script: fillIn,
  body: html`<h1>Connect this device</h1>
<p>You can find the code on the machine that runs Signalbox, under Settings → Devices.</p>
${of.wrong && html`<p role="alert">${of.wrong.sentence}</p>`}
${
  of.returnTo &&
  html`<p role="note">This signs in an app on this device, at <code>${of.returnTo.app}</code>. Continue only if
you just started signing in there.</p>`
}
<form method="post" action="${pairingPath}"><input type="hidden" name="form_token" value="${of.token}">
${of.returnTo && html`<input type="hidden" name="return_to" value="${of.returnTo.address}">`}
<label>Code<input name="code" required value="${of.code}" autocomplete="off" autocapitalize="characters"
 spellcheck="false" maxlength="20"></label>
<label>Name of this device<input name="name" required value="${of.name}" autocomplete="off"
 maxlength="${deviceNameLimit}"></label>
<button>Connect</button></form>
<details><summary>Is this the right machine?</summary>
<p>Your browser warned you because this machine issued its own certificate. Open the certificate from the warning or
the address bar and check that its SHA-256 fingerprint matches the one on the board.</p></details>`,
});

/** An error that a new code does not fix, such as a forged form. */
export const refusedPage = (status: number, messages: readonly string[]): PlainPage => ({
  status,
  title: "Not connected",
  body: html`<h1>Not connected</h1>${messages.map((message) => html`<p role="alert">${message}</p>`)}
<p><a class="button" href="${pairingPath}">Try again</a></p>`,
});
