import { type FormEvent, useState } from "react";
import { keyNameLimit } from "../../../../server/domains/access/api-keys/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useMintKey } from "./api.ts";
import { NewSecret } from "./NewSecret.tsx";
import { grantWords } from "./view-model.ts";

const grants = [
  { value: "api", label: grantWords.api },
  { value: "quick_router", label: grantWords.quick_router },
];

const grantHints: Readonly<Record<string, string>> = {
  api: "It can read, change and delete every session.",
  quick_router: "It can only start one session at a time through quick start.",
};

/** Asks for a name and a grant, then shows the key, once. */
export function MintDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const [grant, setGrant] = useState("api");
  const { mutate, data, error, isPending } = useMintKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ name, grant });
  };
  if (data) {
    return (
      <Dialog open persistent onClose={onClose} title={`The key "${data.api_key.name}"`}>
        <NewSecret token={data.token} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New API key"
      description="It works immediately, until you revoke it."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title="Could not create the key" messages={errorMessages(error)} />}
        <Field
          label="Name"
          hint="Where the key will be used, so that you know what stops working if you revoke it."
        >
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={keyNameLimit}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <SelectField
          label="Opens"
          options={grants}
          value={grant}
          onValueChange={setGrant}
          hint={grantHints[grant]}
        />
        <DialogFooter onClose={onClose} busy={isPending}>
          Create key
        </DialogFooter>
      </form>
    </Dialog>
  );
}
