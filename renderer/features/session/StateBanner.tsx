import { CircleDashed } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../../ui/Problem.tsx";
import type { OneSession } from "../sessions/session-cache.ts";
import { failureWords, waitingWords } from "../sessions/session-words.ts";
import type { SessionActions } from "./use-session-actions.ts";

const frame = "mx-auto w-full max-w-3xl px-3 pt-3 md:px-6";

function FailurePanel({ session, actions }: { session: Session; actions: SessionActions }) {
  return (
    <div className={frame}>
      <Problem title={failureWords(session.failure_reason)} sentences={[]}>
        {session.failure_detail !== null && (
          <pre
            // A scrolling region must be reachable by keyboard.
            tabIndex={0}
            className="max-h-40 w-full overflow-auto rounded-sm font-mono text-2xs wrap-anywhere whitespace-pre-wrap text-ink"
          >
            {session.failure_detail}
          </pre>
        )}
        <Button size="small" busy={actions.busy === "restart"} onClick={() => actions.run("restart")}>
          Restart
        </Button>
      </Problem>
    </div>
  );
}

interface Reason {
  label: string;
}

const hasLabel = (value: unknown): value is Reason =>
  typeof value === "object" && value !== null && "label" in value && typeof value.label === "string";

function Waiting({ one }: { one: OneSession }) {
  const { session, waiting } = one;
  const labels = waiting.reasons.filter(hasLabel).map(({ label }) => label);
  const own = waitingWords(session);
  return (
    <div className={frame}>
      <div className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2">
        <CircleDashed aria-hidden className="size-4 shrink-0 text-waiting-dot" />
        <div className="min-w-0 flex-1">
          <p>{labels[0] ?? own}</p>
          {labels.length > 0 && session.failure_detail !== null && (
            <p className="line-clamp-3 text-xs wrap-anywhere text-soft">{session.failure_detail}</p>
          )}
        </div>
      </div>
    </div>
  );
}

/** Why the session does not move, where it does not. */
export function StateBanner({ one, actions }: { one: OneSession; actions: SessionActions }) {
  const { session } = one;
  if (session.status === "failed") return <FailurePanel session={session} actions={actions} />;
  return session.status === "waiting" ? <Waiting one={one} /> : null;
}
