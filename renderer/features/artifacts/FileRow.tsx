import { FileText } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  name: string;
  /** Size, kind, age. */
  facts: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** A file by its name, without a preview. */
export function FileRow({ name, facts, children }: Props) {
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1">
      <FileText aria-hidden className="size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs" title={name}>
          {name}
        </p>
        <p className="text-2xs text-faint tabular-nums">{facts}</p>
      </div>
      {children}
    </div>
  );
}
