import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** What the section is for, if the title does not say it. */
  description?: ReactNode;
  /** Shown to the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One section of a settings page. */
export function SettingsSection({ title, description, action, children }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={heading} className="text-base font-semibold">
            {title}
          </h2>
          {description !== undefined && <p className="text-xs text-soft">{description}</p>}
        </div>
        {action}
      </header>
      <div className="px-4 py-3 **:data-empty:py-8">{children}</div>
    </section>
  );
}
