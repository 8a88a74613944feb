import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { ApiError, errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { ChangedFiles } from "./ChangedFiles.tsx";
import { ChangesSkeleton } from "./ChangesSkeleton.tsx";
import { PullRequests } from "./PullRequests.tsx";
import { text } from "./text.ts";
import { useChanges } from "./use-changes.ts";
import { useFirstReads } from "./use-first-reads.ts";

/** What the session has changed in its clone, for reading and commenting. */
export function Changes({ session }: { session: Session }) {
  const { changes, error, loading, ...rest } = useChanges(session);
  const areRead = useFirstReads(session, changes);
  if (loading || (changes && !areRead)) return <ChangesSkeleton />;
  if (changes) return <ChangedFiles session={session} changes={changes} {...rest} />;
  if (error instanceof ApiError && error.status === 409) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-3 md:px-4">
        <PullRequests session={session} />
        <EmptyState title={text.changes.unavailable} text={`${error.message.replace(/\.$/, "")}.`}>
          <Button busy={rest.reloading} onClick={rest.reload}>
            {text.changes.checkAgain}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="p-4">
      <ErrorAlert title={text.changes.failed} messages={errorMessages(error)}>
        <Button size="small" onClick={rest.reload}>
          {text.changes.tryAgain}
        </Button>
      </ErrorAlert>
    </div>
  );
}
