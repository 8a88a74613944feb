import { type FormEvent, useState } from "react";
import { type Device, deviceNameLimit } from "../../../../server/domains/access/devices/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useRenameDevice } from "./api.ts";
import { text } from "./text.ts";

export function RenameDialog({ device, onClose }: { device: Device; onClose(): void }) {
  const [name, setName] = useState(device.name);
  const { mutate, error, isPending } = useRenameDevice(device.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(name, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={text.rename.title}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.rename.failed} messages={errorMessages(error)} />}
        <Field label={text.rename.name}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={deviceNameLimit}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <DialogFooter onClose={onClose} busy={isPending}>
          {text.rename.confirm}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
