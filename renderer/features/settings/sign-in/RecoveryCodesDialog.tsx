import { type FormEvent, useState } from "react";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useNewRecoveryCodes } from "./api.ts";

function Codes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <>
      <p className="text-sm text-needs">
        Save these codes now. They will not be shown again, and the old codes no longer work.
      </p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
        <ul
          aria-label="Recovery codes"
          className="grid min-w-0 flex-1 gap-1 font-mono text-xs sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <CopyButton label="Copy codes" text={() => codes.join("\n")} />
      </div>
      <footer className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          I saved the codes
        </Button>
      </footer>
    </>
  );
}

/** Asks for a code first: an open board alone is not enough to make new ones. */
export function RecoveryCodesDialog({ onClose }: { onClose(): void }) {
  const [code, setCode] = useState("");
  const { mutate, data, error, isPending } = useNewRecoveryCodes();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(code);
  };
  return (
    <Dialog open persistent={data !== undefined} onClose={onClose} title="New recovery codes">
      {data ? (
        <Codes codes={data.recovery_codes} onDone={onClose} />
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-3">
          <p className="text-sm text-soft">Ten new codes replace all existing ones.</p>
          {error !== null && (
            <ErrorAlert title="Could not create new codes" messages={errorMessages(error)} />
          )}
          <Field label="Authenticator code or recovery code">
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
            Create new codes
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
