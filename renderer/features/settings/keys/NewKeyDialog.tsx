import { type FormEvent, useState } from "react";
import { keyNameLimit } from "../../../../server/domains/access/api-keys/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useCreateKey } from "./api.ts";
import { NewSecret } from "./NewSecret.tsx";
import { text } from "./text.ts";

const grants = [
  { value: "api", label: text.grants.api },
  { value: "quick_router", label: text.grants.quick_router },
];

/** Asks for a name and the access, then shows the key once. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const [grant, setGrant] = useState("api");
  const { mutate, data, error, isPending } = useCreateKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ name, grant });
  };
  if (data) {
    return (
      <Dialog open persistent onClose={onClose} title={text.dialog.created(data.api_key.name)}>
        <NewSecret token={data.token} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={text.dialog.title} description={text.dialog.description}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.dialog.failed} messages={errorMessages(error)} />}
        <Field label={text.dialog.name} hint={text.dialog.nameHint}>
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
          label={text.dialog.access}
          options={grants}
          value={grant}
          onValueChange={setGrant}
          hint={text.grantHints[grant]}
        />
        <DialogFooter onClose={onClose} busy={isPending}>
          {text.dialog.create}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
