import type { Actor } from "../../../http/caller.ts";
import { Refusal } from "../../../lib/errors.ts";
import { decideMerge } from "./merging-rules.ts";
import type { MergingDeps } from "./ports.ts";
import { pullRequestStore } from "./store.ts";
import { text } from "./text.ts";

export type AuthorizeMerge = ReturnType<typeof mergeAuthorization>;

interface MergeRequest {
  outcome: "sent" | "already_sent";
  message: string;
  pr_url: string;
}

/** E23. A person allows a session to merge what it opened. It gets a message; we neither interrupt it nor merge ourselves. */
export function mergeAuthorization({ database, clock, sessions, messages, ...deps }: MergingDeps) {
  const store = pullRequestStore(database);

  return (reference: string, actor: Actor): MergeRequest =>
    database.transaction(() => {
      const { id, status } = sessions.find(reference);
      const opened = store.ofSessions([id]);
      const newest = opened.findLast(({ followed }) => followed !== false) ?? opened.at(-1);
      const holding = newest && store.holding(id, newest.id);
      const asked = holding?.mergeMessageId ?? null;
      const decision = decideMerge({
        status,
        candidate: newest ?? null,
        earlier: asked === null ? null : { message: messages.statusOf(id, asked) },
      });
      if (decision.kind === "refuse") {
        const { outcome, obstacle } = decision;
        const messages = [text.mergeRefused(obstacle)];
        throw new Refusal({ status: 422, label: "Cannot merge", messages, extra: { outcome } });
      }
      if (decision.kind === "already_sent")
        return {
          outcome: "already_sent",
          message: text.mergeAlreadySent,
          pr_url: decision.url,
        };
      const content = text.authorizedMerge(decision.url, deps.nameOf(actor));
      const message = deps.post(id, { content, sender: text.senders.board, author: actor });
      if (holding)
        store.updateHolding(holding, { mergeAuthorizedAt: clock.now(), mergeMessageId: message.id });
      deps.note(id, "info", text.mergeLog(decision.url));
      return { outcome: "sent", message: text.mergeSent, pr_url: decision.url };
    });
}
