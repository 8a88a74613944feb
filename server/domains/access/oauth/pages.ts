import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";
import type { Privilege } from "./model.ts";
import { type ClientFacts, formTarget, isLoopbackRedirect } from "./rules.ts";
import type { Person } from "./service.ts";

/** What the person is asked. */
export interface Question {
  client: ClientFacts;
  person: Person;
  redirectUri: string;
  /** Sent back with the answer, in this order. */
  fields: readonly (readonly [name: string, value: string])[];
  chosen: Privilege;
}

/** Names the client, who vouches for it and where the answer goes; the person decides what it may count as. */
export function consentPage({ client, person, redirectUri, fields, chosen }: Question): PlainPage {
  return {
    title: `Let ${client.clientName} in?`,
    formLeadsTo: formTarget(redirectUri),
    body: html`<h1>Let ${client.clientName} use Signalbox?</h1>
<p>It could read and steer the agent sessions here until you disconnect it in the settings.</p>
<dl>
<dt>Publisher</dt><dd>${provenance(client)}</dd>
<dt>Returns to</dt><dd>${destination(redirectUri)}</dd>
<dt>You</dt><dd><strong>${person.name}</strong> (${person.email})</dd>
</dl>
${isLoopbackRedirect(redirectUri) && toThisMachine}
<form method="post" action="/oauth/authorize">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>What it says counts as</legend>
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

const toThisMachine = html`<p role="note">The answer returns to a program on the machine of this browser. Approve only if
you have just started signing in there.</p>`;

const choices: readonly { value: Privilege; title: string; means: string }[] = [
  {
    value: "relay_only",
    title: "Its own words",
    means: "It passes on what others say. It cannot manage keys and connections.",
  },
  {
    value: "act_as_human",
    title: "Your words",
    means: "Agents take it for you, and it may do what only a person may.",
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

/** For a person whose browser was sent here with something that cannot be answered by sending it back. */
export const refusalPage = (status: number, title: string, sentence: string): PlainPage => ({
  status,
  title,
  body: html`<h1>${title}</h1><p>${sentence}</p>`,
});

/** `problem` is the library's, for who writes the client. */
export const badRequestPage = (status: number, problem: string): PlainPage => ({
  status,
  title: "This cannot be approved",
  body: html`<h1>This cannot be approved</h1>
<p>The program that sent you here asked in a way that cannot be answered, so nothing was granted and nothing was sent
to it. Start again from there.</p>
<p>For its maker: <code>${problem}</code></p>`,
});

export const foreignFormPage = refusalPage(
  403,
  "This form is out of date",
  "It is not the one that was shown to you here. Start again from the program that sent you.",
);
