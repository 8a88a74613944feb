import { type ReactNode, useId } from "react";
import { Button } from "../../../ui/Button.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useBrowserChange } from "./api.ts";
import { text } from "./text.ts";

interface Entry {
  id: number;
  browser: string;
  current: boolean;
  /** When it was last used, or how long it is trusted. */
  fact: ReactNode;
}

interface Props {
  label: string;
  entries: readonly Entry[];
  /** Shown if the list is empty. */
  empty: string;
  action: string;
  change(id: number): Promise<{ message: string }>;
}

/** Browsers with one action each. */
export function BrowserList({ label, entries, empty, action, change }: Props) {
  const { mutate, isPending, variables } = useBrowserChange(change);
  const list = useId();
  const run = (id: number): void =>
    mutate(id, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => toastError(text.page.changeFailed, error),
    });
  if (entries.length === 0) return <p className="text-sm text-soft">{empty}</p>;
  return (
    <ul aria-label={label} className="-my-2.5">
      {entries.map(({ id, browser, current, fact }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0"
        >
          <div className="min-w-0 flex-1 basis-56">
            <p className="flex flex-wrap items-center gap-1.5 font-medium">
              {browser}
              {current && (
                <span className="rounded-sm bg-sunken px-1.5 text-2xs font-medium text-soft">
                  {text.page.thisBrowser}
                </span>
              )}
            </p>
            <p id={`${list}-${id}`} className="text-xs text-faint">
              {fact}
            </p>
          </div>
          <Button
            size="small"
            busy={isPending && variables === id}
            onClick={() => run(id)}
            aria-label={`${action}: ${browser}`}
            aria-describedby={`${list}-${id}`}
          >
            {action}
          </Button>
        </li>
      ))}
    </ul>
  );
}
