import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type SubmitEvent, useRef, useState } from "react";
import { errorMessages } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { ErrorAlert } from "./ErrorAlert.tsx";
import { backdrop, bottomSheet } from "./popup-classes.ts";
import { TypeToConfirmField } from "./TypeToConfirmField.tsx";
import { text } from "./text.ts";

export interface Confirmation {
  title: string;
  /** What will happen, in full sentences. */
  description: string;
  actionLabel: string;
  /** Text that must be typed first, such as a name, and a hint that says what it is. */
  mustType?: { text: string; hint: string };
  /** Nothing is lost by it, so its button is not red. */
  harmless?: boolean;
  /** Runs when confirmed. If it fails, the dialog stays open and shows the error. */
  run(): Promise<unknown>;
}

function useConfirm(confirmation: Confirmation | null, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const ready = confirmation?.mustType === undefined || typed.trim() === confirmation.mustType.text;
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
  return { busy, errors, close, run, ready, typed, setTyped };
}

export interface ConfirmProps {
  confirmation: Confirmation | null;
  onClose(): void;
}

/** The dialog itself, built on Base UI; `ConfirmDialog` loads it when first opened. */
export function ConfirmPopup({ confirmation, onClose }: ConfirmProps) {
  const { busy, errors, close, run, ready, typed, setTyped } = useConfirm(confirmation, onClose);
  const action = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={confirmation !== null} onOpenChange={(open) => !open && !busy && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup
          // Enter confirms at once only what loses nothing.
          {...(confirmation?.harmless && { initialFocus: action })}
          className={`popup fixed inset-x-0 top-[max(1rem,18vh)] z-50 mx-auto flex w-[min(27rem,calc(100vw-2rem))] flex-col gap-3 p-5 ${bottomSheet}`}
        >
          <AlertDialog.Title className="text-lg font-semibold">{confirmation?.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-soft">
            {confirmation?.description}
          </AlertDialog.Description>
          {errors.length > 0 && <ErrorAlert title={text.confirm.failed} messages={errors} />}
          <form className="flex flex-col gap-3" onSubmit={(event: SubmitEvent) => void run(event)}>
            {confirmation?.mustType && (
              <TypeToConfirmField
                label={text.confirm.type(confirmation.mustType.text)}
                hint={confirmation.mustType.hint}
                value={typed}
                onChange={setTyped}
              />
            )}
            <footer className="mt-2 flex justify-end gap-2">
              <AlertDialog.Close render={<Button disabled={busy} />}>{text.form.cancel}</AlertDialog.Close>
              <Button
                ref={action}
                variant={confirmation?.harmless ? "primary" : "danger"}
                type="submit"
                busy={busy}
                disabled={!ready}
              >
                {confirmation?.actionLabel}
              </Button>
            </footer>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
