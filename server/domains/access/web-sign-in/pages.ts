import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";
import { finishMark, finishScript, insecureNote, insecureScript } from "../page-keys/index.ts";
import { text } from "./text.ts";

/** Hidden fields of every form on these pages. */
export interface FormParts {
  token: string;
  returnTo: string;
  /** Shows that the browser comes from the step before. */
  step?: string;
}

const hidden = ({ token, returnTo, step = "" }: FormParts): Markup =>
  html`<input type="hidden" name="form_token" value="${token}">
<input type="hidden" name="return_to" value="${returnTo}"><input type="hidden" name="step" value="${step}">`;

/** Why a code was refused. */
export interface Wrong {
  status: number;
  message: string;
}

const problem = (wrong: Wrong | null): Markup | null => wrong && html`<p role="alert">${wrong.message}</p>`;

const trustBox = (days: number): Markup =>
  html`<label class="check"><input type="checkbox" name="trust" value="1">
<span>${text.trustBrowser(days)}</span></label>`;

const codeField = (label: string, focused = false): Markup =>
  html`<label>${label}<input name="code" required autocomplete="one-time-code" inputmode="numeric"
 pattern="[0-9 ]{6,9}" maxlength="9" title="${text.sixDigits}"${focused && html` autofocus`}></label>`;

const workAccount = (domains: readonly string[]): Markup =>
  html`<p>Use your work account at <strong>${domains.join(", ")}</strong>.</p>`;

const providerName = (issuer: string): string =>
  issuer === "https://accounts.google.com" ? "Google" : (URL.parse(issuer)?.host ?? issuer);

export function startPage(
  of: FormParts & { issuer: string; domains: readonly string[]; signedOut: boolean },
): PlainPage {
  return {
    title: text.signIn,
    script: insecureScript,
    body: html`<h1>${text.signIn}</h1>${insecureNote}
${of.signedOut ? html`<p role="status">${text.start.signedOut}</p>` : null}
${workAccount(of.domains)}
<form method="post" action="/sign-in">${hidden(of)}<button>${text.continueWith(providerName(of.issuer))}</button></form>`,
  };
}

/**
 * Polls until the person is signed in in their browser, then continues. The window can complete the sign-in only once,
 * so the button triggers the same poll instead of sending a second request alongside a running one.
 */
const pollScript = `${finishScript}
const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
let polling = false;
let next = setTimeout(poll, 1500);
async function poll() {
  polling = true;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (answer?.redirected) return location.replace(answer.url);
  if (answer && !answer.ok) return form.submit();
  const mark = answer && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-token]");
  if (mark) return finish(mark);
  polling = false;
  next = setTimeout(poll, 1500);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  status.textContent = ${JSON.stringify(text.waiting.checking)};
  if (polling) return;
  clearTimeout(next);
  poll();
});`;

const windowNumber = (number: string): Markup => html`<p class="number"><strong>${number}</strong></p>`;

/** Shown in the app window while it waits for the person's browser, where `address` is opened once. */
export const waitingPage = (of: { token: string; number: string; address: string | null }): PlainPage => ({
  status: of.address === null ? 202 : 200,
  title: text.signIn,
  asksService: true,
  script: pollScript,
  body: html`<h1>${text.signIn}</h1>
<p>${text.waiting.matchNumber}</p>${windowNumber(of.number)}
${of.address && html`<p><a class="button" href="${of.address}" target="_blank">${text.waiting.openBrowser}</a></p>`}
<form method="post" action="/sign-in/window"><input type="hidden" name="form_token" value="${of.token}">
<button class="quiet">${text.waiting.signedInThere}</button></form>
<p role="status">${text.waiting.status}</p><p role="alert" hidden></p>
<p><a href="/sign-in">${text.startAgain}</a></p>`,
});

/** Shown in the person's browser before it goes to the provider on behalf of an app window. */
export const browserPage = (of: {
  token: string;
  number: string;
  issuer: string;
  domains: readonly string[];
}): PlainPage => ({
  title: text.browser.title,
  body: html`<h1>${text.browser.title}</h1>
<p>${text.browser.matchNumber}</p>${windowNumber(of.number)}
<p role="note">${text.browser.warning}</p>
${workAccount(of.domains)}
<form method="post" action="/sign-in/browser"><input type="hidden" name="form_token" value="${of.token}">
<button>${text.continueWith(providerName(of.issuer))}</button></form>`,
});

export const donePage: PlainPage = {
  title: text.done.title,
  body: html`<h1>${text.done.title}</h1><p role="status">${text.done.body}</p>`,
};

/** Shown while web sign-in is only partly set up, so that the administrator learns why no one can sign in. */
export const incompletePage = (missing: readonly string[]): PlainPage => ({
  status: 503,
  title: text.incomplete.title,
  body: html`<h1>${text.incomplete.title}</h1>
<p>${text.incomplete.missing}</p>
<ul>${missing.map((name) => html`<li><code>${name}</code></li>`)}</ul>
<p>${text.incomplete.remedy}</p>`,
});

export const redirectPage = (url: string): PlainPage => ({
  title: text.redirect.title,
  onwards: url,
  body: html`<h1>${text.redirect.title}</h1><p>${text.redirect.body} <a href="${url}">${text.redirect.now}</a></p>`,
});

export function codePage(
  of: FormParts & { email: string; trustedDays: number; wrong: Wrong | null },
): PlainPage {
  return {
    status: of.wrong?.status ?? 200,
    title: text.enterCode.title,
    body: html`<h1>${text.enterCode.title}</h1><p>Enter the six-digit code from your authenticator app for
<strong>${of.email}</strong>.</p>${problem(of.wrong)}
<form method="post" action="/sign-in/code">${hidden(of)}${codeField(text.code, true)}${trustBox(of.trustedDays)}
<button>${text.signIn}</button></form>
<details><summary>${text.enterCode.useRecoveryCode}</summary>
<form method="post" action="/sign-in/code">${hidden(of)}
<label>${text.enterCode.recoveryCode}<input name="code" required autocomplete="off" autocapitalize="none" spellcheck="false"
 maxlength="40"></label><button>${text.signIn}</button></form></details>`,
  };
}

export function enrollPage(
  of: FormParts & {
    email: string;
    /** Whether this replaces an authenticator that is already set up. */
    isEnrolled: boolean;
    secret: string;
    image: string;
    trustedDays: number;
    wrong: Wrong | null;
  },
): PlainPage {
  const title = text.enroll.title(of.isEnrolled);
  return {
    status: of.wrong?.status ?? 200,
    title,
    body: html`<h1>${title}</h1>
<p>Scan this with an authenticator app, then enter the six digits it shows for <strong>${of.email}</strong>.</p>
<img class="code-image" src="${of.image}" alt="${text.enroll.image}" width="176" height="176">
<p>Can't scan it? Type this into the app: <code>${spaced(of.secret)}</code></p>
${of.isEnrolled ? html`<p>${text.enroll.replaces}</p>` : null}${problem(of.wrong)}
<form method="post" action="/sign-in/enrol">${hidden(of)}
${of.isEnrolled ? currentField : null}${codeField(of.isEnrolled ? text.enroll.newCode : text.code)}
${of.isEnrolled ? null : trustBox(of.trustedDays)}<button>${text.setUp}</button></form>`,
  };
}

const currentField = html`<label>${text.enroll.currentCode}
<input name="current" required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40"></label>`;

const spaced = (secret: string): string => secret.replace(/(.{4})(?!$)/g, "$1 ");

export const recoveryCodesPage = (of: {
  codes: readonly string[];
  returnTo: string;
  /** The secret to have the key of this browser bound with; null if it has one. */
  keyToken: string | null;
}): PlainPage => ({
  title: text.recoveryCodes.title,
  ...(of.keyToken !== null && { script: finishScript, asksService: true }),
  body: html`<h1>${text.recoveryCodes.title}</h1>
<p>${text.recoveryCodes.body}</p>
<ul class="codes">${of.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
${of.keyToken !== null && finishMark({ token: of.keyToken, returnTo: null })}
<p><a class="button" href="${of.returnTo}">${text.recoveryCodes.saved}</a></p>`,
});

export const refusedPage = (of: {
  status: number;
  label: string;
  messages: readonly string[];
}): PlainPage => ({
  status: of.status,
  title: of.label,
  body: html`<h1>${of.label}</h1>${of.messages.map((message) => html`<p role="alert">${message}</p>`)}
<p><a class="button" href="/sign-in">${text.startAgain}</a></p>`,
});
