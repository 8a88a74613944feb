import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { useDeliveryChange } from "./api.ts";

interface Entry {
  id: number;
  name: string;
  fact: ReactNode;
  /** What sets it apart from the others. */
  badge: string | null;
}

interface Props {
  label: string;
  entries: readonly Entry[];
  remove(id: number): Promise<unknown>;
}

/** Who is told, each with the way to tell it no more. */
export function TargetList({ label, entries, remove }: Props) {
  const { mutateAsync } = useDeliveryChange(remove);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  // Only the device itself can register again.
  const ask = ({ id, name }: Entry): void =>
    setAsked({
      title: `Remove ${name}?`,
      description: "To receive notifications again, turn them on from the device itself.",
      actionLabel: "Remove",
      async run() {
        await mutateAsync(id);
        toastSuccess(`${name} was removed`);
      },
    });
  return (
    <>
      <ul aria-label={label} className="-my-2.5">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-1.5 font-medium wrap-anywhere">
                {entry.name}
                {entry.badge !== null && (
                  <span className="rounded-sm bg-sunken px-1.5 text-2xs font-medium text-soft">
                    {entry.badge}
                  </span>
                )}
              </p>
              <p className="text-xs text-faint">{entry.fact}</p>
            </div>
            <Button size="small" onClick={() => ask(entry)} aria-label={`Remove ${entry.name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </>
  );
}
