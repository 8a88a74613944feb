import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Shown to the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One section of a side panel. */
export function Section({ title, action, children }: Props) {
  return (
    <section aria-label={title} className="border-b border-line px-4 py-3 last:border-0">
      <div className="mb-1.5 flex min-h-6 items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
