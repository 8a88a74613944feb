import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { scanText } from "./scan.ts";
import { text } from "./text.ts";
import type { ContentSearch } from "./use-content-search.ts";

/** The progress of a search of transcripts, with buttons to stop and resume it. */
export function ScanStatus({ search }: { search: ContentSearch }) {
  const { scan, state, query, stop, resume } = search;
  if (state === "failed") {
    return (
      <div className="p-3 md:px-4">
        <ErrorAlert title={text.scanStatus.failed} messages={errorMessages(query.error)}>
          <Button size="small" onClick={resume}>
            {text.scanStatus.resume}
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
            aria-label={text.scanStatus.progress}
            className="progress-bar absolute inset-x-0 -bottom-px h-0.5 w-full"
            max={Math.max(scan.candidates, 1)}
            value={scan.scanned}
          />
          <Button size="small" onClick={stop}>
            {text.scanStatus.stop}
          </Button>
        </>
      )}
      {(state === "stopped" || state === "full") && (
        <Button size="small" onClick={resume}>
          {state === "full" ? text.scanStatus.findMore : text.scanStatus.continue}
        </Button>
      )}
    </div>
  );
}
