import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type SubmitEvent, useState } from "react";
import { errorMessages } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";
import { backdrop, bottomSheet } from "./popup-classes.ts";
import { TypeToConfirmField } from "./TypeToConfirmField.tsx";

export interface Confirmation {
  title: string;
  /** What will happen, in full sentences. */
  description: string;
  actionLabel: string;
  /** What has to be typed first where nothing undoes it: a name or a number, and what it is of. */
  typed?: { text: string; what: string };
  /** Runs on the press; a failure is shown in the dialog, which then stays. */
  run(): Promise<unknown>;
}

function useConfirm(confirmation: Confirmation | null, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const ready = confirmation?.typed === undefined || typed.trim() === confirmation.typed.text;
  const close = (): void => {
    setErrors([]);
    setTyped("");
    onClose();
  };
  const run = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    try {
      await confirmation?.run();
      close();
    } catch (error) {
      setErrors(errorMessages(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem: errors, close, run, ready, typed, setTyped };
}

export interface ConfirmProps {
  asked: Confirmation | null;
  onClose(): void;
}

/** The question with Base UI under it; `ConfirmDialog` fetches it with the first one. */
export function ConfirmPopup({ asked, onClose }: ConfirmProps) {
  const { busy, problem, close, run, ready, typed, setTyped } = useConfirm(asked, onClose);
  return (
    <AlertDialog.Root open={asked !== null} onOpenChange={(open) => !open && !busy && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup
          className={`popup fixed inset-x-0 top-[max(1rem,18vh)] z-50 mx-auto flex w-[min(27rem,calc(100vw-2rem))] flex-col gap-3 p-5 ${bottomSheet}`}
        >
          <AlertDialog.Title className="text-lg font-semibold">{asked?.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-soft">
            {asked?.description}
          </AlertDialog.Description>
          {problem.length > 0 && <ErrorAlert title="It was refused" messages={problem} />}
          <form className="flex flex-col gap-3" onSubmit={(event: SubmitEvent) => void run(event)}>
            {asked?.typed && (
              <TypeToConfirmField
                label={`Type ${asked.typed.text} to go on`}
                hint={asked.typed.what}
                value={typed}
                onChange={setTyped}
              />
            )}
            <footer className="mt-2 flex justify-end gap-2">
              <AlertDialog.Close render={<Button disabled={busy} />}>Keep it as it is</AlertDialog.Close>
              <Button variant="danger" type="submit" busy={busy} disabled={!ready}>
                {asked?.actionLabel}
              </Button>
            </footer>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
