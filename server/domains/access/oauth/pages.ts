import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";
import type { Privilege } from "./model.ts";
import { type ClientFacts, formTarget, isLoopbackRedirect } from "./rules.ts";
import type { Person } from "./service.ts";

/** What the consent page asks. */
export interface Question {
  client: ClientFacts;
  person: Person;
  redirectUri: string;
  /** Hidden fields sent back with the answer, in this order. */
  fields: readonly (readonly [name: string, value: string])[];
  chosen: Privilege;
}

/** Shows the client, its publisher and where the answer goes; the person decides on its privilege. */
export function consentPage({ client, person, redirectUri, fields, chosen }: Question): PlainPage {
  return {
    title: `Connect ${client.clientName}?`,
    formLeadsTo: formTarget(redirectUri),
    body: html`<h1>Let ${client.clientName} use Signalbox?</h1>
<p>It will be able to read and control the agent sessions here until you disconnect it in the settings.</p>
<dl>
<dt>Publisher</dt><dd>${provenance(client)}</dd>
<dt>Returns to</dt><dd>${destination(redirectUri)}</dd>
<dt>You</dt><dd><strong>${person.name}</strong> (${person.email})</dd>
</dl>
${isLoopbackRedirect(redirectUri) && toThisMachine}
<form method="post" action="/oauth/authorize">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>Access</legend>
${choices.map(({ value, title, means }) => {
  const checked: Markup | false = value === chosen && html` checked`;
  return html`<label class="choice"><input type="radio" name="privilege" value="${value}"${checked}>${title}
<small>${means}</small></label>`;
})}
</fieldset>
<label>Name of this connection (optional)<input name="label" maxlength="100" autocomplete="off"></label>
<button name="decision" value="approve">Approve</button>
<button class="quiet" name="decision" value="deny">Deny</button>
</form>`,
  };
}

const toThisMachine = html`<p role="note">The answer goes to a program on the computer this browser runs on. Approve only if
you just started signing in there.</p>`;

const choices: readonly { value: Privilege; title: string; means: string }[] = [
  {
    value: "relay_only",
    title: "Only relays",
    means: "Its messages are not treated as yours. It cannot manage keys or connections.",
  },
  {
    value: "act_as_human",
    title: "Acts as you",
    means: "Its messages count as your own, and it can do everything that requires a person.",
  },
];

function provenance({ firstParty, publisherHost }: ClientFacts): string {
  if (firstParty) return "Signalbox itself";
  return publisherHost ?? "Nobody: it registered itself, and its name is not verified";
}

function destination(redirectUri: string): string {
  const { host, protocol } = URL.parse(redirectUri) ?? {};
  return protocol === "https:" || protocol === "http:"
    ? String(host)
    : `an app that opens ${String(protocol)}`;
}

/** Shown when an error cannot be reported by redirecting back to the client. */
export const errorPage = (status: number, title: string, sentence: string): PlainPage => ({
  status,
  title,
  body: html`<h1>${title}</h1><p>${sentence}</p>`,
});

/** `problem` is the library's message, for the client's developer. */
export const badRequestPage = (status: number, problem: string): PlainPage => ({
  status,
  title: "This cannot be approved",
  body: html`<h1>This cannot be approved</h1>
<p>The program that sent you here made an invalid request, so nothing was granted and nothing was sent to it. Start
again from that program.</p>
<p>For its developer: <code>${problem}</code></p>`,
});

export const foreignFormPage = errorPage(
  403,
  "This form is out of date",
  "It does not match the one that was shown to you. Start again from the program that sent you here.",
);
