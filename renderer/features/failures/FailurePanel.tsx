import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { failureText } from "../sessions/reason-line.ts";
import { DetailText } from "./DetailText.tsx";
import { FailureActs } from "./FailureActs.tsx";
import { failureActs } from "./failure-acts.ts";

/** Why the session failed, and what can be done about it. */
export function FailurePanel({ session }: { session: Session }) {
  return (
    <ErrorAlert title={failureText(session.failure_reason)} messages={[]}>
      {session.failure_detail !== null && <DetailText detail={session.failure_detail} />}
      <FailureActs session={session} acts={failureActs(session)} />
    </ErrorAlert>
  );
}
