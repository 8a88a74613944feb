import type { ReactNode } from "react";
import { PageTitle } from "./PageTitle.tsx";

interface Props {
  title: string;
  intro?: string;
  /** Above the title: the way back. */
  back?: ReactNode;
  /** Beside the title, or below it where there is no room. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page of the board that scrolls as a whole. */
export function Page({ title, intro, back, aside, children }: Props) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 pb-10">
        {back}
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0 flex-[1_1_16rem]">
            <PageTitle className="text-xl font-semibold wrap-anywhere">{title}</PageTitle>
            {intro !== undefined && <p className="text-sm text-soft">{intro}</p>}
          </div>
          {aside}
        </header>
        {children}
      </div>
    </div>
  );
}
