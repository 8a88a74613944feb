import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  needs: "bg-needs-soft text-needs",
  failed: "bg-failed-soft text-failed",
  running: "bg-running-soft text-running",
} as const;

interface Props {
  tone: keyof typeof tones;
  icon: LucideIcon;
  children: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** A banner across the page about the state of the service. */
export function PageBanner({ tone, icon: Icon, children, action }: Props) {
  return (
    <div
      className={`flex flex-wrap items-center justify-center gap-x-3 gap-y-0.5 border-b border-line px-3 py-1 text-xs ${tones[tone]}`}
    >
      <p className="flex items-center gap-2">
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {children}
      </p>
      {action}
    </div>
  );
}
