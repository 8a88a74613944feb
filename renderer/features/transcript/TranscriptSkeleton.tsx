import { Bar } from "../../ui/Skeleton.tsx";
import { transcriptColumn } from "./transcript-column.ts";

/** The shapes of a prompt, tool calls and a response. */
function Turn() {
  return (
    <>
      <div className="my-2 flex flex-col gap-2 rounded-lg border border-line bg-surface px-3.5 py-3">
        <Bar className="h-3.5" width="72%" />
        <Bar className="h-3.5" width="38%" />
      </div>
      {["34%", "52%"].map((width) => (
        <div key={width} className="flex h-7 items-center gap-2 px-2 pointer-coarse:h-10">
          <Bar className="size-3.5 shrink-0" />
          <Bar className="h-3" width={width} />
        </div>
      ))}
      <div className="flex flex-col gap-2.5 px-2 py-2.5">
        {["92%", "85%", "61%"].map((width) => (
          <Bar key={width} className="h-3.5" width={width} />
        ))}
      </div>
    </>
  );
}

/** Fills the visible part of a transcript while it loads. */
export function TranscriptShape() {
  return (
    <div className={`${transcriptColumn} h-full overflow-hidden py-3`}>
      <Turn />
      <Turn />
      <Turn />
    </div>
  );
}

export function TranscriptSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="h-full min-h-0">
      <TranscriptShape />
    </div>
  );
}
