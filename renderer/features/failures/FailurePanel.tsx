import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { failureText } from "../sessions/reason-line.ts";
import { FailureActs } from "./FailureActs.tsx";
import { failureActs } from "./failure-acts.ts";

/** Why the session failed, and what can be done about it. */
export function FailurePanel({ session }: { session: Session }) {
  return (
    <ErrorAlert title={failureText(session.failure_reason)} messages={[]}>
      {session.failure_detail !== null && (
        <pre
          // A scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="max-h-40 w-full overflow-auto rounded-sm font-mono text-2xs wrap-anywhere whitespace-pre-wrap text-ink"
        >
          {session.failure_detail}
        </pre>
      )}
      <FailureActs session={session} acts={failureActs(session)} />
    </ErrorAlert>
  );
}
