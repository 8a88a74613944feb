import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { text } from "./text.ts";

interface Props {
  /** Lists the fields inside, in a few words. */
  summary: string;
  children: ReactNode;
}

/** The rarely used fields of a long form, collapsed by default. */
export function CollapsibleFields({ summary, children }: Props) {
  return (
    <details className="group rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="flex list-none flex-wrap items-center gap-x-1.5 text-base font-semibold">
        <ChevronRight
          aria-hidden
          className="size-4 text-faint transition-transform group-open:rotate-90 rtl:not-group-open:rotate-180"
        />
        {text.form.moreOptions}
        <span className="text-sm font-normal text-faint">{summary}</span>
      </summary>
      {children}
    </details>
  );
}
