import { type FormEvent, useState } from "react";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useNewRecoveryCodes } from "./api.ts";
import { text } from "./text.ts";

function Codes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <>
      <p className="text-sm text-needs">{text.codes.saveNow}</p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
        <ul
          aria-label={text.codes.label}
          className="grid min-w-0 flex-1 gap-1 font-mono text-xs sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <CopyButton label={text.codes.copy} text={() => codes.join("\n")} />
      </div>
      <footer className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          {text.codes.saved}
        </Button>
      </footer>
    </>
  );
}

/** Asks for a code first, so that an open board alone is not enough to create new ones. */
export function RecoveryCodesDialog({ onClose }: { onClose(): void }) {
  const [code, setCode] = useState("");
  const { mutate, data, error, isPending } = useNewRecoveryCodes();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(code);
  };
  return (
    <Dialog open persistent={data !== undefined} onClose={onClose} title={text.codes.new}>
      {data ? (
        <Codes codes={data.recovery_codes} onDone={onClose} />
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-3">
          <p className="text-sm text-soft">{text.codes.replace}</p>
          {error !== null && <ErrorAlert title={text.codes.failed} messages={errorMessages(error)} />}
          <Field label={text.codes.code}>
            {(ids) => (
              <input
                {...ids}
                required
                maxLength={100}
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.target.value)}
                className="field"
              />
            )}
          </Field>
          <DialogFooter onClose={onClose} busy={isPending}>
            {text.codes.create}
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
