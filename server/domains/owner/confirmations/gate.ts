import type { Actor } from "../../../http/caller.ts";
import type { ConfirmGate } from "../../../http/mount.ts";
import { digestOf } from "../../../lib/digest.ts";
import { Refusal } from "../../../lib/errors.ts";
import { askerOf, toolAskerOf } from "./asker.ts";
import { type ActFacts, type Confirmation, confirmationHeader } from "./model.ts";
import type { ConfirmationService } from "./service.ts";
import { type Names, text, words } from "./text.ts";

/** Keeps the board's requests back that a person has to confirm outside the page. */
export const confirmationGate =
  (confirmations: Pick<ConfirmationService, "require">, names: Names): ConfirmGate =>
  ({ id, confirm }, input, { actor, request }) => {
    const asker = askerOf(actor);
    const facts = asker === null ? null : confirm?.facts(input);
    if (!confirm || asker === null || !facts) return;
    const act = confirm.act as keyof ActFacts;
    const say = words[act] as (facts: ActFacts[keyof ActFacts], names: Names) => string | null;
    const sentence = say(facts as ActFacts[keyof ActFacts], names);
    if (sentence === null) return;
    const digest = digestOf(JSON.stringify([id, input.params, input.query, input.body]));
    const from = names.asker(actor);
    confirmations.require({ asker, act, words: sentence, from, digest }, request.get(confirmationHeader));
  };

/**
 * The same for a connection's call of a tool. Its client reads in the refusal what to ask the person for, and repeats the
 * call with the id of the confirmation.
 */
export const toolGate =
  (confirmations: Pick<ConfirmationService, "require">, names: Names) =>
  <A extends keyof ActFacts>(
    act: A,
    facts: ActFacts[A],
    by: { actor: Actor; id: string | undefined },
  ): void => {
    const asker = toolAskerOf(by.actor);
    const sentence = asker === null ? null : words[act](facts, names);
    if (asker === null || sentence === null) return;
    const digest = digestOf(JSON.stringify(["tool", act, facts]));
    const request = { asker, act, words: sentence, from: names.asker(by.actor), digest };
    try {
      confirmations.require(request, by.id);
    } catch (error) {
      const asked =
        error instanceof Refusal ? (error.extra["confirmation"] as Confirmation | undefined) : null;
      if (!(error instanceof Refusal) || !asked) throw error;
      const { status, label, extra } = error;
      throw new Refusal({ status, label, extra, messages: [text.requiredOfTool(asked)] });
    }
  };

/** Throws unless a person confirmed that a client may act as them. `details`: everything that was approved. */
export type ConfirmConsent = (consent: { client: string; details: unknown }, id: string | undefined) => void;

/** The same for the consent page, where a client is connected. Undefined for who needs no confirmation. */
export function consentGate(
  confirmations: Pick<ConfirmationService, "require">,
  { actor, from }: { actor: Actor; from: string | null },
): ConfirmConsent | undefined {
  const asker = askerOf(actor);
  if (asker === null) return undefined;
  return ({ client, details }, id) => {
    const digest = digestOf(JSON.stringify(["consent", client, details]));
    confirmations.require(
      { asker, act: "approve_connection", words: text.approve(client), from, digest },
      id,
    );
  };
}
