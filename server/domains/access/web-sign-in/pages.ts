import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";

/** What every form of these pages carries. */
export interface FormParts {
  token: string;
  returnTo: string;
}

const hidden = ({ token, returnTo }: FormParts): Markup =>
  html`<input type="hidden" name="form_token" value="${token}">
<input type="hidden" name="return_to" value="${returnTo}">`;

/** Why a code was not taken. */
export interface Wrong {
  status: number;
  message: string;
}

const problem = (wrong: Wrong | null): Markup | null => wrong && html`<p role="alert">${wrong.message}</p>`;

const trustBox = (days: number): Markup =>
  html`<label class="check"><input type="checkbox" name="trust" value="1">
<span>Trust this browser: ask for no code here for ${days} days</span></label>`;

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
 * Looks whether the person has come back in their browser, and goes on with what they are given. The window has one
 * turn, so a press of the button looks as well and is no request of its own beside a look that is under way.
 */
const look = `const form = document.querySelector("form");
const words = document.querySelector("[role=status]");
let looking = false;
let next = setTimeout(look, 1500);
async function look() {
  looking = true;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (answer?.redirected) return location.replace(answer.url);
  if (answer && !answer.ok) return form.submit();
  looking = false;
  next = setTimeout(look, 1500);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  words.textContent = "Looking. This window goes on by itself once you have signed in there.";
  if (looking) return;
  clearTimeout(next);
  look();
});`;

const matching = (number: string): Markup => html`<p class="number"><strong>${number}</strong></p>`;

/** The window of the app waits for the person's browser; `address` is opened there, once. */
export const waitingPage = (of: { token: string; number: string; address: string | null }): PlainPage => ({
  status: of.address === null ? 202 : 200,
  title: "Sign in",
  asksService: true,
  script: look,
  body: html`<h1>Sign in</h1>
<p>People sign in through their browser. It has to show this number:</p>${matching(of.number)}
${of.address && html`<p><a class="button" href="${of.address}" target="_blank">Continue in your browser</a></p>`}
<form method="post" action="/sign-in/window"><input type="hidden" name="form_token" value="${of.token}">
<button class="quiet">I have signed in there</button></form>
<p role="status">This window goes on by itself once you have. It waits for five minutes.</p>
<p><a href="/sign-in">Start again</a></p>`,
});

/** In the person's browser, before it goes to the provider for a window of the app. */
export const browserPage = (of: {
  token: string;
  number: string;
  issuer: string;
  domains: readonly string[];
}): PlainPage => ({
  title: "Sign in to the app",
  body: html`<h1>Sign in to the app</h1>
<p>This signs in the Signalbox window that shows the number</p>${matching(of.number)}
<p role="note">Go on only if you have just started there and the number is the same.</p>
<p>Use your work account of <strong>${of.domains.join(", ")}</strong>.</p>
<form method="post" action="/sign-in/browser"><input type="hidden" name="form_token" value="${of.token}">
<button>Continue with ${providerName(of.issuer)}</button></form>`,
});

export const donePage: PlainPage = {
  title: "Return to Signalbox",
  body: html`<h1>Return to Signalbox</h1><p role="status">Its window goes on by itself. You can close this page.</p>`,
};

/** Half set up: nobody gets in, and whoever runs the service learns why. */
export const incompletePage = (missing: readonly string[]): PlainPage => ({
  status: 503,
  title: "Sign-in is not set up whole",
  body: html`<h1>Sign-in is not set up whole</h1>
<p>Some settings of web sign-in are made, so nobody gets in until the rest are. Still missing:</p>
<ul>${missing.map((name) => html`<li><code>${name}</code></li>`)}</ul>
<p>Set them and start the service again, or remove all of them to turn web sign-in off.</p>`,
});

export const onwardsPage = (url: string): PlainPage => ({
  title: "One moment",
  onwards: url,
  body: html`<h1>One moment</h1><p>You are being sent on. <a href="${url}">Go on now</a></p>`,
});

export function codePage(
  of: FormParts & { email: string; trustedDays: number; wrong: Wrong | null },
): PlainPage {
  return {
    status: of.wrong?.status ?? 200,
    title: "Enter your code",
    body: html`<h1>Enter your code</h1><p>The six digits that your authenticator app shows for
<strong>${of.email}</strong>.</p>${problem(of.wrong)}
<form method="post" action="/sign-in/code">${hidden(of)}${codeField("Code", true)}${trustBox(of.trustedDays)}
<button>Sign in</button></form>
<details><summary>Use a recovery code instead</summary>
<form method="post" action="/sign-in/code">${hidden(of)}
<label>Recovery code<input name="code" required autocomplete="off" autocapitalize="none" spellcheck="false"
 maxlength="40"></label><button>Sign in</button></form></details>`,
  };
}

export function enrolPage(
  of: FormParts & {
    email: string;
    /** One is set up already, and this is to replace it. */
    stands: boolean;
    secret: string;
    image: string;
    trustedDays: number;
    wrong: Wrong | null;
  },
): PlainPage {
  const title = of.stands ? "Set up a new authenticator" : "Set up your authenticator";
  return {
    status: of.wrong?.status ?? 200,
    title,
    body: html`<h1>${title}</h1>
<p>Scan this with an authenticator app, then enter the six digits it shows for <strong>${of.email}</strong>.</p>
<img class="code-image" src="${of.image}" alt="Image for the authenticator app" width="176" height="176">
<p>Cannot scan it? Type this into the app: <code>${spaced(of.secret)}</code></p>
${of.stands ? html`<p>It signs you out everywhere else, and new recovery codes replace the old ones.</p>` : null}${problem(of.wrong)}
<form method="post" action="/sign-in/enrol">${hidden(of)}
${of.stands ? currentField : null}${codeField(of.stands ? "Code of the new authenticator" : "Code")}
${of.stands ? null : trustBox(of.trustedDays)}<button>Set it up</button></form>`,
  };
}

const currentField = html`<label>Code of the authenticator you have now, or a recovery code
<input name="current" required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40"></label>`;

const spaced = (secret: string): string => secret.replace(/(.{4})(?!$)/g, "$1 ");

export const recoveryCodesPage = (of: { codes: readonly string[]; returnTo: string }): PlainPage => ({
  title: "Keep your recovery codes",
  body: html`<h1>Keep your recovery codes</h1>
<p>Each opens your account once when you do not have your authenticator at hand. They are not shown again.</p>
<ul class="codes">${of.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button" href="${of.returnTo}">I have kept them, go on</a></p>`,
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
