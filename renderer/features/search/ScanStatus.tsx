import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { scanText } from "./scan.ts";
import type { ContentSearch } from "./use-content-search.ts";

/** How far a search of transcripts came, and what can be done about it. */
export function ScanStatus({ search }: { search: ContentSearch }) {
  const { scan, state, query, stop, goOn } = search;
  if (state === "failed") {
    return (
      <div className="p-3 md:px-4">
        <ErrorAlert title="The search failed" messages={errorMessages(query.error)}>
          <Button size="small" onClick={goOn}>
            Resume search
          </Button>
        </ErrorAlert>
      </div>
    );
  }
  return (
    <div className="relative flex min-h-9 items-center gap-3 border-b border-line bg-canvas px-3 py-1 text-xs text-soft md:px-4">
      <p role="status" className="min-w-0 flex-1 tabular-nums">
        {scanText(scan, state)}
      </p>
      {state === "running" && (
        <>
          <progress
            aria-label="Transcripts searched"
            className="progress-bar absolute inset-x-0 -bottom-px h-0.5 w-full"
            max={Math.max(scan.candidates, 1)}
            value={scan.scanned}
          />
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </>
      )}
      {(state === "stopped" || state === "full") && (
        <Button size="small" onClick={goOn}>
          {state === "full" ? "Find more" : "Continue"}
        </Button>
      )}
    </div>
  );
}
