import { ReplyInPlace } from "../reply/ReplyInPlace.tsx";
import { replyTo } from "./reply.store.ts";
import { useEntryActions } from "./use-entry-actions.ts";
import type { Entry } from "./view-model.ts";

/** Answers the session below its entry. A sent message dismisses the entry, which can be undone. */
export function InboxReply({ entry }: { entry: Entry }) {
  const { session } = entry;
  const { mark, dismiss } = useEntryActions();
  const close = (): void => {
    replyTo(null);
    document.querySelector<HTMLElement>(`[data-entry="${session.id}"] a`)?.focus();
  };
  const onSent = (): void => {
    replyTo(null);
    mark(entry);
    dismiss(entry);
  };
  return <ReplyInPlace session={session} onSent={onSent} onClose={close} />;
}
