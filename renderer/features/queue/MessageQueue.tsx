import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { liveKeys } from "../live/apply-event.ts";
import { listMessages } from "./api.ts";
import { text } from "./text.ts";
import { queueEntries } from "./view-model.ts";

const QueuedMessages = lazyComponent(
  async () => (await import("./QueuedMessages.tsx")).QueuedMessages,
  "preload",
);

function useQueue(sessionId: number) {
  const query = useQuery({
    queryKey: liveKeys.messages(sessionId),
    queryFn: ({ signal }) => listMessages(sessionId, { signal }),
  });
  const messages = query.data?.enqueued_messages;
  return { entries: useMemo(() => queueEntries(messages ?? []), [messages]), error: query.error };
}

/** The messages to deliver after the current turn; nothing if there are none. */
export function MessageQueue({ sessionId }: { sessionId: number }) {
  const { entries, error } = useQueue(sessionId);
  if (error !== null) {
    return (
      <p className="px-1 py-1.5 text-xs text-failed">
        {text.messageQueue.loadFailed(errorMessages(error).join(" "))}
      </p>
    );
  }
  if (entries.length === 0) return null;
  return (
    <LazyBoundary>
      <QueuedMessages sessionId={sessionId} entries={entries} />
    </LazyBoundary>
  );
}
