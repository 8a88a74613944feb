import { CircleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";

interface Props {
  title: string;
  messages: readonly string[];
  children?: ReactNode;
  /** For moving the focus here. */
  ref?: Ref<HTMLDivElement>;
}

/** Announces an error and holds the actions that may fix it. */
export function ErrorAlert({ title, messages, children, ref }: Props) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-lg border border-failed-dot/35 bg-failed-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-failed" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-failed">{title}</p>
        {messages.map((message) => (
          <p key={message} className="wrap-anywhere text-ink">
            {message}
          </p>
        ))}
        {children !== undefined && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  );
}
