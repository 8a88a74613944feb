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
  /** Whether the action ends the sign-in: for this browser, the board then leaves for the sign-in page. */
  signsOut?: boolean;
}

/** Browsers with one action each. */
export function BrowserList({ label, entries, empty, action, change, signsOut = false }: Props) {
  const { mutate, isPending, variables } = useBrowserChange(change);
  const list = useId();
  const run = ({ id, current }: Entry): void =>
    mutate(id, {
      onSuccess: ({ message }) => {
        if (!(signsOut && current)) toastSuccess(message);
      },
      onError: (error) => toastError(text.page.changeFailed, error),
    });
  if (entries.length === 0) return <p className="text-sm text-soft">{empty}</p>;
  return (
    <ul aria-label={label} className="-my-2.5">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0"
        >
          <div className="min-w-0 flex-1 basis-56">
            <p className="flex flex-wrap items-center gap-1.5 font-medium">
              {entry.browser}
              {entry.current && (
                <span className="rounded-sm bg-sunken px-1.5 text-2xs font-medium text-soft">
                  {text.page.thisBrowser}
                </span>
              )}
            </p>
            <p id={`${list}-${entry.id}`} className="text-xs text-faint">
              {entry.fact}
            </p>
          </div>
          <Button
            size="small"
            busy={isPending && variables === entry.id}
            onClick={() => run(entry)}
            aria-label={`${action}: ${entry.browser}`}
            aria-describedby={`${list}-${entry.id}`}
          >
            {action}
          </Button>
        </li>
      ))}
    </ul>
  );
}
