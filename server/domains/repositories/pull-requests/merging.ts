import type { Actor } from "../../../http/caller.ts";
import { Refusal } from "../../../lib/errors.ts";
import { decideMerge, mergeMessage } from "./merging-rules.ts";
import type { MergingDeps } from "./ports.ts";
import { pullRequestStore } from "./store.ts";

export type AuthorizeMerge = ReturnType<typeof mergeAuthorisation>;

interface MergeWord {
  outcome: "sent" | "already_sent";
  message: string;
  pr_url: string;
}

/** E23. A person's word that a session may merge what it opened: a message, never an interrupt and never a merge by us. */
export function mergeAuthorisation({ database, clock, sessions, messages, ...deps }: MergingDeps) {
  const store = pullRequestStore(database);

  return (reference: string, actor: Actor): MergeWord =>
    database.transaction(() => {
      const { id, status } = sessions.find(reference);
      const newest = store.ofSessions([id]).at(-1);
      const holding = newest && store.holding(id, newest.id);
      const asked = holding?.mergeMessageId ?? null;
      const decision = decideMerge({
        status,
        candidate: newest ?? null,
        earlier: asked === null ? null : { message: messages.statusOf(id, asked) },
      });
      if (decision.kind === "refuse") {
        const { outcome, sentence } = decision;
        throw new Refusal({ status: 422, label: "Cannot merge", messages: [sentence], extra: { outcome } });
      }
      if (decision.kind === "already_sent")
        return {
          outcome: "already_sent",
          message: "The session has the word to merge",
          pr_url: decision.url,
        };
      const content = mergeMessage(decision.url, deps.nameOf(actor));
      const message = deps.post(id, { content, sender: "the board", author: actor });
      if (holding)
        store.updateHolding(holding, { mergeAuthorizedAt: clock.now(), mergeMessageId: message.id });
      deps.note(id, "info", `The merge of ${decision.url} was authorised on the board`);
      return { outcome: "sent", message: "The session was told to merge", pr_url: decision.url };
    });
}
