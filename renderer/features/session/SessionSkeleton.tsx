import { Bar } from "../../ui/Skeleton.tsx";
import { TranscriptShape } from "../transcript/TranscriptSkeleton.tsx";
import { panelClasses } from "./panel-classes.ts";
import { text } from "./text.ts";
import { usePanel } from "./use-panel.ts";

/** A placeholder shaped like the session page, so that nothing moves when it loads. */
export function SessionSkeleton() {
  const { tab } = usePanel();
  return (
    <div role="status" aria-label={text.sessionSkeleton.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-1 border-b border-line bg-surface px-3 py-2 md:px-4">
        <div className="flex h-7 items-center md:ps-[2.1rem] pointer-coarse:h-10">
          <Bar className="h-4.5 w-72 max-w-4/5" />
        </div>
        <div className="flex h-7 items-center gap-3 md:ps-[2.1rem] pointer-coarse:h-9">
          <Bar className="h-5 w-22" />
          <Bar className="h-3 w-52 max-md:hidden" />
        </div>
        <div className="mt-0.5 flex h-9 flex-col justify-evenly md:hidden">
          <Bar className="h-3 w-52" />
          <Bar className="h-3 w-24" />
        </div>
      </div>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex h-8 shrink-0 items-center gap-5 border-b border-line bg-surface px-3.5 md:px-6 pointer-coarse:h-11">
            {["w-20", "w-14", "w-16", "w-14"].map((width, at) => (
              <Bar key={`${at} ${width}`} className={`h-3 ${width}`} />
            ))}
          </div>
          <div className="min-h-0 flex-1">
            <TranscriptShape />
          </div>
          <div className="mx-auto w-full max-w-3xl px-3 pb-3 md:px-6">
            <div className="h-21.5 rounded-lg border border-line-strong bg-surface pointer-coarse:h-24.5" />
          </div>
        </div>
        {tab !== null && <div className={panelClasses} />}
      </div>
    </div>
  );
}
