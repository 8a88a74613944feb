import { html, type PlainPage } from "../../../http/plain-page.ts";
import type { Refusal } from "../../../lib/errors.ts";

/**
 * After a sign-in. It goes on by itself and not by a redirect: a browser that comes from another site would leave
 * the board's own cookie out.
 */
export const signedInPage = (serverName: string, returnTo: string): PlainPage => ({
  title: "Signed in",
  onwards: returnTo,
  body: html`<h1>Signed in to ${serverName}</h1><p>You are being sent back. <a href="${returnTo}">Go on now</a></p>`,
});

export const failedPage = ({ status, label, messages }: Refusal): PlainPage => ({
  status,
  title: label,
  body: html`<h1>${label}</h1>${messages.map((message) => html`<p role="alert">${message}</p>`)}
<p><a class="button" href="/settings/connectors">Back to the connectors</a></p>`,
});
