import type { ConfirmGate } from "../../../http/mount.ts";
import { digestOf } from "../../../lib/digest.ts";
import { askerOf } from "./asker.ts";
import { type Act, type ActFacts, confirmationHeader } from "./model.ts";
import type { ConfirmationService } from "./service.ts";
import { type Names, words } from "./text.ts";

/** Keeps the board's requests back that a person has to confirm outside the page. */
export const confirmationGate =
  (confirmations: Pick<ConfirmationService, "require">, names: Names): ConfirmGate =>
  ({ id, confirm }, input, { actor, request }) => {
    const asker = askerOf(actor);
    const facts = asker === null ? null : confirm?.facts(input);
    if (!confirm || asker === null || !facts) return;
    const act = confirm.act as Act;
    const say = words[act] as (facts: ActFacts[Act], names: Names) => string | null;
    const sentence = say(facts as ActFacts[Act], names);
    if (sentence === null) return;
    const digest = digestOf(JSON.stringify([id, input.params, input.query, input.body]));
    confirmations.require({ asker, act, words: sentence, digest }, request.get(confirmationHeader));
  };
