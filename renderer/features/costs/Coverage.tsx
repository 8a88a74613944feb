import type { LedgerCoverage } from "../../../server/domains/usage/ledger/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { dateOf } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { useRescan } from "./api.ts";
import { text } from "./text.ts";

/** How much of what was spent is counted, with a way to read all files again. */
export function Coverage({ coverage }: { coverage: LedgerCoverage }) {
  const rescan = useRescan();
  const isRunning = coverage.status === "queued" || coverage.status === "running";
  return (
    <section
      aria-label={text.coverage.title}
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="min-w-0 text-xs text-soft">
        <h2 className="font-semibold">{text.coverage.title}</h2>
        <p>{stateOf(coverage, isRunning)}</p>
        {coverage.files_unreadable > 0 && (
          <p className="text-failed">
            {text.coverage.unreadable(coverage.files_unreadable, coverage.last_error ?? "")}
          </p>
        )}
        {rescan.isError && <ErrorAlert title={text.coverage.failed} messages={errorMessages(rescan.error)} />}
      </div>
      <Button size="small" busy={rescan.isPending} disabled={isRunning} onClick={() => rescan.mutate()}>
        {text.coverage.rescan}
      </Button>
    </section>
  );
}

function stateOf(coverage: LedgerCoverage, isRunning: boolean): string {
  if (isRunning) return text.coverage.running(coverage.progress_pct);
  if (coverage.covers_since === null) return text.coverage.nothing;
  const since = dateOf(coverage.covers_since);
  return coverage.complete ? text.coverage.since(since) : text.coverage.partial(since);
}
