import { html, type Markup, type PlainPage } from "../../../http/plain-page.ts";
import type { Confirmation } from "../../owner/confirmations/model.ts";
import { signerScript } from "../page-keys/index.ts";
import { pageTicketParameter } from "../page-keys/model.ts";
import { authorizationPath } from "./metadata.ts";
import type { Privilege } from "./model.ts";
import { type ClientFacts, formTarget, isLoopbackRedirect, posesAsSignalbox } from "./rules.ts";
import type { Person } from "./service.ts";
import { text } from "./text.ts";

/** What the consent page asks. */
export interface Question {
  client: ClientFacts;
  person: Person;
  redirectUri: string;
  /** Hidden fields sent back with the answer, in this order. */
  fields: readonly (readonly [name: string, value: string])[];
  chosen: Privilege;
  /** Sent back with the answer; null where the sign-in does without. */
  pageTicket: string | null;
}

/** Shows the client, its publisher and where the answer goes, and lets the person choose its privilege. */
export function consentPage({
  client,
  person,
  redirectUri,
  fields,
  chosen,
  pageTicket,
}: Question): PlainPage {
  return {
    title: text.consent.pageTitle(client.clientName),
    formLeadsTo: formTarget(redirectUri),
    body: html`<h1>${text.consent.title(client.clientName)}</h1>
<p>${text.consent.meaning}</p>
<dl>
<dt>${text.consent.publisher}</dt><dd>${provenance(client)}</dd>
<dt>${text.consent.returnsTo}</dt><dd>${destination(redirectUri)}</dd>
<dt>${text.consent.you}</dt><dd><strong>${person.name}</strong> (${person.email})</dd>
</dl>
${!client.firstParty && posesAsSignalbox(client.clientName) && html`<p role="alert">${text.consent.reservedName}</p>`}
${isLoopbackRedirect(redirectUri) && html`<p role="note">${text.consent.toThisMachine}</p>`}
<form method="post" action="${formAction(pageTicket)}">
${hiddenFields(fields)}
<fieldset><legend>${text.consent.access}</legend>
${privileges.map((privilege) => {
  const { title, meaning } = text.consent.privileges[privilege];
  const checked: Markup | false = privilege === chosen && html` checked`;
  return html`<label class="choice"><input type="radio" name="privilege" value="${privilege}"${checked}>${title}
<small>${meaning}</small></label>`;
})}
</fieldset>
<label>${text.consent.label}<input name="label" maxlength="100" autocomplete="off"></label>
<button name="decision" value="approve">${text.consent.approve}</button>
<button class="quiet" name="decision" value="deny">${text.consent.deny}</button>
</form>`,
  };
}

const formAction = (pageTicket: string | null): string =>
  pageTicket === null
    ? authorizationPath
    : `${authorizationPath}?${pageTicketParameter}=${encodeURIComponent(pageTicket)}`;

const hiddenFields = (fields: Question["fields"]): Markup[] =>
  fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** Waits for the answer and goes on by itself. Without scripts, the person presses the button. */
const confirmationScript = `${signerScript}
(async () => {
  const form = document.querySelector("form");
  const note = document.querySelector("[role=status]");
  note.textContent = form.dataset.waiting;
  for (;;) {
    const response = await signalboxSigner.ask("/ui/v1/confirmations/" + form.dataset.id);
    const state = response.ok ? (await response.json()).confirmation.state : "expired";
    if (state === "confirmed") return form.requestSubmit(form.querySelector("[value=approve]"));
    if (state !== "waiting") return (note.textContent = form.dataset[state]);
  }
})();`;

/** Says how to confirm outside the browser that a client may act as the person, and sends the same approval again. */
export function confirmationPage({
  asked: { id, words, command, confirm_in: place },
  isRepeated,
  fields,
  redirectUri,
  pageTicket,
}: Pick<Question, "fields" | "redirectUri" | "pageTicket"> & {
  asked: Confirmation;
  /** Whether the person went on before they had confirmed. */
  isRepeated: boolean;
}): PlainPage {
  return {
    status: 409,
    title: text.confirmation.title,
    formLeadsTo: formTarget(redirectUri),
    script: confirmationScript,
    asksService: true,
    body: html`<h1>${text.confirmation.title}</h1>
<p>${text.confirmation.about}</p>
<p><strong>${words}</strong></p>
<p>${text.confirmation.howTo[place]}</p>
${command !== null && html`<p><code>${command}</code></p>`}
<p>${text.confirmation.compare(id)}</p>
${isRepeated && html`<p role="alert">${text.confirmation.notYet}</p>`}
<p role="status"></p>
<form method="post" action="${formAction(pageTicket)}" data-id="${id}" data-waiting="${text.confirmation.waiting}"
 data-denied="${text.confirmation.denied}" data-expired="${text.confirmation.expired}">
${hiddenFields(fields)}
<button name="decision" value="approve">${text.confirmation.goOn}</button>
<button class="quiet" name="decision" value="deny">${text.confirmation.cancel}</button>
</form>`,
  };
}

const privileges = ["relay_only", "act_as_human"] as const satisfies readonly Privilege[];

function provenance({ firstParty, publisherHost }: ClientFacts): string {
  if (firstParty) return text.consent.ownClient;
  return publisherHost ?? text.consent.selfRegistered;
}

function destination(redirectUri: string): string {
  const { host, protocol } = URL.parse(redirectUri) ?? {};
  return protocol === "https:" || protocol === "http:" ? String(host) : text.consent.appFor(String(protocol));
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
  title: text.badRequest.title,
  body: html`<h1>${text.badRequest.title}</h1>
<p>${text.badRequest.body}</p>
<p>${text.badRequest.forDeveloper} <code>${problem}</code></p>`,
});

export const staleFormPage = errorPage(403, text.staleForm.title, text.staleForm.body);
