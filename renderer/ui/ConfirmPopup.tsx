import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type SubmitEvent, useState } from "react";
import { sentencesOf } from "../lib/api-error.ts";
import { Button } from "./Button.tsx";
import { Problem } from "./ErrorAlert.tsx";
import { backdrop, sheet } from "./popup-classes.ts";
import { TypedField } from "./TypeToConfirmField.tsx";

export interface Confirmation {
  title: string;
  /** What will happen, in full sentences. */
  text: string;
  act: string;
  /** What has to be typed first where nothing undoes it: a name or a number, and what it is of. */
  typed?: { text: string; what: string };
  /** Runs on the press; a failure is shown in the dialog, which then stays. */
  run(): Promise<unknown>;
}

function useConfirm(asked: Confirmation | null, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const ready = asked?.typed === undefined || typed.trim() === asked.typed.text;
  const close = (): void => {
    setProblem([]);
    setTyped("");
    onClose();
  };
  const run = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    try {
      await asked?.run();
      close();
    } catch (error) {
      setProblem(sentencesOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, close, run, ready, typed, setTyped };
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
          className={`popup fixed inset-x-0 top-[max(1rem,18vh)] z-50 mx-auto flex w-[min(27rem,calc(100vw-2rem))] flex-col gap-3 p-5 ${sheet}`}
        >
          <AlertDialog.Title className="text-lg font-semibold">{asked?.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-soft">{asked?.text}</AlertDialog.Description>
          {problem.length > 0 && <Problem title="It was refused" sentences={problem} />}
          <form className="flex flex-col gap-3" onSubmit={(event: SubmitEvent) => void run(event)}>
            {asked?.typed && (
              <TypedField
                label={`Type ${asked.typed.text} to go on`}
                hint={asked.typed.what}
                value={typed}
                onChange={setTyped}
              />
            )}
            <footer className="mt-2 flex justify-end gap-2">
              <AlertDialog.Close render={<Button disabled={busy} />}>Keep it as it is</AlertDialog.Close>
              <Button look="danger" type="submit" busy={busy} disabled={!ready}>
                {asked?.act}
              </Button>
            </footer>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
