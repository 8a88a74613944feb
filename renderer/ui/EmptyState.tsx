import type { ReactNode } from "react";

export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1.5 px-6 py-20 text-center">
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      <p className="text-sm text-soft">{text}</p>
      {children !== undefined && <div className="mt-3 flex gap-2">{children}</div>}
    </div>
  );
}
