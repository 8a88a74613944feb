import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Shown to the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function IntegrationPart({ title, aside, children }: Props) {
  return (
    <div className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="mb-1 flex min-h-7 items-center justify-between gap-3">
        <h3 className="text-xs font-semibold text-soft">{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  );
}
