import { Link } from "@tanstack/react-router";
import type { HistoryEntry } from "../../../server/domains/automation/triggers/model.ts";
import { localizeTimes } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { toastError } from "../../ui/toasts.ts";
import { useRunAgain } from "./api.ts";
import { text } from "./text.ts";

/** Calm for what worked, loud for what a person should look at. */
const tones: Record<HistoryEntry["outcome"], string> = {
  started: "text-ink",
  continued: "text-ink",
  coalesced: "text-soft",
  filtered: "text-soft",
  skipped: "text-soft",
  missed: "text-needs",
  suppressed: "text-needs",
  burst_notice: "text-needs",
  failed: "text-failed",
};

/** Restarts the session of an entry, which keeps what it was started with. */
function RunAgain({ sessionId }: { sessionId: number }) {
  const run = useRunAgain();
  return (
    <Button
      size="small"
      busy={run.isPending}
      aria-label={text.history.runAgainFor(sessionId)}
      onClick={() =>
        run.mutate(sessionId, { onError: (error) => toastError(text.history.runAgainFailed, error) })
      }
    >
      {text.history.runAgain}
    </Button>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { outcome, cause, summary, reason, session_id, count, last_at, can_run_again } = entry;
  return (
    <li className="flex gap-3 border-b border-line py-1.5 text-sm last:border-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className={`font-medium ${tones[outcome]}`}>{text.history.outcomes[outcome]}</span>
          {count > 1 && <span className="text-faint">{text.history.times(count)}</span>}
          <span className="text-faint">{text.history.causes[cause]}</span>
          {session_id !== null && (
            <Link
              to="/sessions/$id"
              params={{ id: String(session_id) }}
              className="text-accent hover:underline"
            >
              {text.page.session(session_id)}
            </Link>
          )}
        </p>
        {summary !== "" && <p className="line-clamp-2 text-xs wrap-anywhere text-soft">{summary}</p>}
        {reason !== null && (
          <p className="text-xs wrap-anywhere text-faint">{localizeTimes(reason, Date.parse(last_at))}</p>
        )}
      </div>
      {can_run_again && session_id !== null && <RunAgain sessionId={session_id} />}
      <RelativeTime instant={last_at} className="text-xs text-faint" />
    </li>
  );
}

/** What the trigger saw and did, newest first. */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <SettingsSection title={text.history.title} description={text.history.hint}>
      {entries.length === 0 ? (
        <p className="text-sm text-soft">{text.history.empty}</p>
      ) : (
        <ul
          aria-label={text.history.title}
          // Focusable, so that the keyboard can scroll it.
          tabIndex={0}
          className="-my-1.5 max-h-96 overflow-y-auto"
        >
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
