import type { ReactNode } from "react";
import { PageTitle } from "./PageTitle.tsx";

interface Props {
  title: string;
  /** One sentence below the title. */
  intro: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of one column with its title and what it is for. */
export function PlainPage({ title, intro, actions, children }: Props) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div>
            <PageTitle>{title}</PageTitle>
            <p className="text-sm text-soft">{intro}</p>
          </div>
          {actions}
        </header>
        {children}
      </div>
    </div>
  );
}
