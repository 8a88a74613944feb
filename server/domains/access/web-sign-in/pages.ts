import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";

/** Hidden fields of every form on these pages. */
export interface FormParts {
  token: string;
  returnTo: string;
}

const hidden = ({ token, returnTo }: FormParts): Markup =>
  html`<input type="hidden" name="form_token" value="${token}">
<input type="hidden" name="return_to" value="${returnTo}">`;

/** Why a code was refused. */
export interface Wrong {
  status: number;
  message: string;
}

const problem = (wrong: Wrong | null): Markup | null => wrong && html`<p role="alert">${wrong.message}</p>`;

const trustBox = (days: number): Markup =>
  html`<label class="check"><input type="checkbox" name="trust" value="1">
<span>Trust this browser and skip the code for ${days} days</span></label>`;

const codeField = (label: string, focused = false): Markup =>
  html`<label>${label}<input name="code" required autocomplete="one-time-code" inputmode="numeric"
 pattern="[0-9 ]{6,9}" maxlength="9" title="Six digits"${focused && html` autofocus`}></label>`;

const providerName = (issuer: string): string =>
  issuer === "https://accounts.google.com" ? "Google" : (URL.parse(issuer)?.host ?? issuer);

export function startPage(
  of: FormParts & { issuer: string; domains: readonly string[]; signedOut: boolean },
): PlainPage {
  const name = providerName(of.issuer);
  return {
    title: "Sign in",
    body: html`<h1>Sign in</h1>
${of.signedOut ? html`<p role="status">You are signed out.</p>` : null}
<p>Use your work account of <strong>${of.domains.join(", ")}</strong>.</p>
<form method="post" action="/sign-in">${hidden(of)}<button>Continue with ${name}</button></form>`,
  };
}

/**
 * Polls until the person is signed in in their browser, then continues. The window can complete the sign-in only once,
 * so the button triggers the same poll instead of sending a second request alongside a running one.
 */
const pollScript = `const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
let polling = false;
let next = setTimeout(poll, 1500);
async function poll() {
  polling = true;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (answer?.redirected) return location.replace(answer.url);
  if (answer && !answer.ok) return form.submit();
  polling = false;
  next = setTimeout(poll, 1500);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  status.textContent = "Checking. This window continues automatically after you sign in there.";
  if (polling) return;
  clearTimeout(next);
  poll();
});`;

const matching = (number: string): Markup => html`<p class="number"><strong>${number}</strong></p>`;

/** Shown in the app window while it waits for the person's browser, where `address` is opened once. */
export const waitingPage = (of: { token: string; number: string; address: string | null }): PlainPage => ({
  status: of.address === null ? 202 : 200,
  title: "Sign in",
  asksService: true,
  script: pollScript,
  body: html`<h1>Sign in</h1>
<p>Sign in with your browser. Make sure it shows this number:</p>${matching(of.number)}
${of.address && html`<p><a class="button" href="${of.address}" target="_blank">Continue in your browser</a></p>`}
<form method="post" action="/sign-in/window"><input type="hidden" name="form_token" value="${of.token}">
<button class="quiet">I have signed in there</button></form>
<p role="status">This window continues automatically after you sign in. It waits for five minutes.</p>
<p><a href="/sign-in">Start again</a></p>`,
});

/** Shown in the person's browser before it goes to the provider on behalf of an app window. */
export const browserPage = (of: {
  token: string;
  number: string;
  issuer: string;
  domains: readonly string[];
}): PlainPage => ({
  title: "Sign in to the app",
  body: html`<h1>Sign in to the app</h1>
<p>This signs in the Signalbox window that shows this number:</p>${matching(of.number)}
<p role="note">Continue only if you just started signing in there and the number matches.</p>
<p>Use your work account of <strong>${of.domains.join(", ")}</strong>.</p>
<form method="post" action="/sign-in/browser"><input type="hidden" name="form_token" value="${of.token}">
<button>Continue with ${providerName(of.issuer)}</button></form>`,
});

export const donePage: PlainPage = {
  title: "Return to Signalbox",
  body: html`<h1>Return to Signalbox</h1><p role="status">Its window continues automatically. You can close this page.</p>`,
};

/** Shown while web sign-in is only partly set up, so that the administrator learns why nobody can sign in. */
export const incompletePage = (missing: readonly string[]): PlainPage => ({
  status: 503,
  title: "Sign-in setup is incomplete",
  body: html`<h1>Sign-in setup is incomplete</h1>
<p>Only some of the web sign-in settings are set, and nobody can sign in until all of them are. Still missing:</p>
<ul>${missing.map((name) => html`<li><code>${name}</code></li>`)}</ul>
<p>Set them and restart the service, or remove all of them to turn off web sign-in.</p>`,
});

export const redirectPage = (url: string): PlainPage => ({
  title: "Redirecting",
  onwards: url,
  body: html`<h1>Redirecting</h1><p>Taking you to the next page. <a href="${url}">Continue now</a></p>`,
});

export function codePage(
  of: FormParts & { email: string; trustedDays: number; wrong: Wrong | null },
): PlainPage {
  return {
    status: of.wrong?.status ?? 200,
    title: "Enter your code",
    body: html`<h1>Enter your code</h1><p>Enter the six-digit code from your authenticator app for
<strong>${of.email}</strong>.</p>${problem(of.wrong)}
<form method="post" action="/sign-in/code">${hidden(of)}${codeField("Code", true)}${trustBox(of.trustedDays)}
<button>Sign in</button></form>
<details><summary>Use a recovery code instead</summary>
<form method="post" action="/sign-in/code">${hidden(of)}
<label>Recovery code<input name="code" required autocomplete="off" autocapitalize="none" spellcheck="false"
 maxlength="40"></label><button>Sign in</button></form></details>`,
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
  const title = of.isEnrolled ? "Set up a new authenticator" : "Set up your authenticator";
  return {
    status: of.wrong?.status ?? 200,
    title,
    body: html`<h1>${title}</h1>
<p>Scan this with an authenticator app, then enter the six digits it shows for <strong>${of.email}</strong>.</p>
<img class="code-image" src="${of.image}" alt="QR code for the authenticator app" width="176" height="176">
<p>Can't scan it? Type this into the app: <code>${spaced(of.secret)}</code></p>
${of.isEnrolled ? html`<p>This signs you out everywhere else, and new recovery codes replace the old ones.</p>` : null}${problem(of.wrong)}
<form method="post" action="/sign-in/enrol">${hidden(of)}
${of.isEnrolled ? currentField : null}${codeField(of.isEnrolled ? "Code from the new authenticator" : "Code")}
${of.isEnrolled ? null : trustBox(of.trustedDays)}<button>Set up</button></form>`,
  };
}

const currentField = html`<label>Code from your current authenticator, or a recovery code
<input name="current" required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40"></label>`;

const spaced = (secret: string): string => secret.replace(/(.{4})(?!$)/g, "$1 ");

export const recoveryCodesPage = (of: { codes: readonly string[]; returnTo: string }): PlainPage => ({
  title: "Save your recovery codes",
  body: html`<h1>Save your recovery codes</h1>
<p>Each code lets you sign in once without your authenticator. They are not shown again.</p>
<ul class="codes">${of.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button" href="${of.returnTo}">I saved them, continue</a></p>`,
});

export const refusedPage = (of: {
  status: number;
  label: string;
  messages: readonly string[];
}): PlainPage => ({
  status: of.status,
  title: of.label,
  body: html`<h1>${of.label}</h1>${of.messages.map((message) => html`<p role="alert">${message}</p>`)}
<p><a class="button" href="/sign-in">Start again</a></p>`,
});
