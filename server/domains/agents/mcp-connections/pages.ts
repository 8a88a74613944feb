import { html, type PlainPage } from "../../../http/plain-page.ts";
import type { Refusal } from "../../../lib/errors.ts";

/**
 * After a sign-in. The page itself leads on, not a redirect: a browser that comes from another site would not send
 * the board's cookie.
 */
export const signedInPage = (serverName: string, returnTo: string): PlainPage => ({
  title: "Signed in",
  onwards: returnTo,
  body: html`<h1>Signed in to ${serverName}</h1><p>Taking you back to the board. <a href="${returnTo}">Continue now</a></p>`,
});

export const failedPage = ({ status, label, messages }: Refusal): PlainPage => ({
  status,
  title: label,
  body: html`<h1>${label}</h1>${messages.map((message) => html`<p role="alert">${message}</p>`)}
<p><a class="button" href="/settings/connectors">Back to Connectors</a></p>`,
});
