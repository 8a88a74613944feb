import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { useDeliveryChange } from "./api.ts";
import { text } from "./text.ts";

interface Entry {
  id: number;
  name: string;
  fact: ReactNode;
  /** Tells targets with the same name apart. */
  badge: string | null;
}

interface Props {
  label: string;
  entries: readonly Entry[];
  remove(id: number): Promise<unknown>;
}

/** The targets, each with a button to remove it. */
export function TargetList({ label, entries, remove }: Props) {
  const { mutateAsync } = useDeliveryChange(remove);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  // Not undoable: only the device itself can register again.
  const askToRemove = ({ id, name }: Entry): void =>
    setConfirmation({
      title: text.targets.removeTitle(name),
      description: text.targets.removeEffect,
      actionLabel: text.targets.remove,
      async run() {
        await mutateAsync(id);
        toastSuccess(text.targets.removed(name));
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
            <Button
              size="small"
              onClick={() => askToRemove(entry)}
              aria-label={text.targets.removeNamed(entry.name)}
            >
              {text.targets.remove}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}
