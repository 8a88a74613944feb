import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  Icon: LucideIcon;
  label: string;
  /** One line next to the label, truncated at the end of the row. */
  summary: string;
  aside?: ReactNode;
  open: boolean;
  onToggle(): void;
  failed?: boolean;
  children: ReactNode;
}

/** A line that can be expanded. */
export function FoldedRow({ Icon, label, summary, aside, open, onToggle, failed = false, children }: Props) {
  return (
    <div className={`rounded-md border ${open ? "border-line bg-surface" : "border-transparent"}`}>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-start text-xs hover:bg-hover pointer-coarse:min-h-10"
      >
        <ChevronRight
          aria-hidden
          className={`size-3 shrink-0 text-faint transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
        />
        <Icon aria-hidden className={`size-3.5 shrink-0 ${failed ? "text-failed" : "text-faint"}`} />
        <span className={`shrink-0 font-medium ${failed ? "text-failed" : "text-soft"}`}>{label}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-2xs text-faint">{summary}</span>
        {aside}
      </button>
      {open && <div className="border-t border-line px-3 py-2">{children}</div>}
    </div>
  );
}
