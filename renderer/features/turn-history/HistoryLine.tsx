import type { ReactNode } from "react";
import { fullTime } from "../../lib/time.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";

interface Props {
  /** The classes of its dot. */
  dot: string;
  title: string;
  /** When it started. */
  instant: string;
  children: ReactNode;
}

/** An entry of the history: a dot on a vertical line, a title, a time and details. */
export function HistoryLine({ dot, title, instant, children }: Props) {
  return (
    <li className="relative ms-5 border-s border-line py-1.5 ps-4 text-xs last:border-transparent">
      <span
        aria-hidden
        className={`absolute -start-[4.5px] top-3 size-2 rounded-full ring-2 ring-surface ${dot}`}
      />
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{title}</span>
        <span title={fullTime(instant)} className="shrink-0 text-2xs text-faint">
          <RelativeTime instant={instant} spoken />
        </span>
      </p>
      {children}
    </li>
  );
}
