import { type ReactNode, useId } from "react";

interface Props {
  label: string;
  hint?: ReactNode;
  /** Shown to the right of the label. */
  aside?: ReactNode;
  children(ids: { id: string; "aria-describedby"?: string }): ReactNode;
}

export function Field({ label, hint, aside, children }: Props) {
  const id = useId();
  const describes = hint === undefined || hint === null ? {} : { "aria-describedby": `${id}-hint` };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside !== undefined && <span className="text-xs text-faint">{aside}</span>}
      </div>
      {children({ id, ...describes })}
      {hint !== undefined && hint !== null && (
        <div id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </div>
      )}
    </div>
  );
}
