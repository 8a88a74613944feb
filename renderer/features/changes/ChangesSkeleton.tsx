import { Bar } from "../../ui/Skeleton.tsx";
import { text } from "./text.ts";

const files = [
  ["w-40", "w-3/4", "w-1/2", "w-2/3"],
  ["w-28", "w-2/5", "w-3/5"],
] as const;

/** A placeholder shaped like the changes: the bar, then files with their lines. */
export function ChangesSkeleton() {
  return (
    <div role="status" aria-label={text.changesSkeleton.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10.5 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 md:px-4 pointer-coarse:h-13">
        <Bar className="h-3 w-20" />
        <Bar className="h-7 max-w-64 flex-1" />
      </div>
      <div className="flex flex-col gap-2 px-3 py-3 md:px-4">
        {files.map(([name, ...lines]) => (
          <div key={name} className="rounded-lg border border-line bg-surface">
            <div className="flex h-9 items-center border-b border-line px-3 pointer-coarse:h-11">
              <Bar className={`h-3 ${name}`} />
            </div>
            <div className="flex flex-col gap-3 p-3">
              {lines.map((width) => (
                <Bar key={width} className={`h-3 ${width}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
