import { type FormEvent, useState } from "react";
import { type Privilege, privilegeNames } from "../../../../server/domains/access/oauth/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { useInvite } from "./api.ts";
import { PairingCode } from "./PairingCode.tsx";
import { text } from "./text.ts";

function PrivilegeChoice({ value, onChoose }: { value: Privilege; onChoose(value: Privilege): void }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{text.pairing.permissions}</legend>
      {privilegeNames.map((option) => (
        <label
          key={option}
          className="grid grid-cols-[auto_1fr] gap-x-2.5 rounded-lg border border-line px-3 py-2 has-checked:border-accent has-checked:bg-sunken"
        >
          <input
            type="radio"
            name="privilege"
            checked={option === value}
            onChange={() => onChoose(option)}
            className="mt-1 accent-(--accent-fill)"
          />
          <span className="text-sm font-medium">{text.privileges[option].label}</span>
          <span className="col-start-2 text-xs text-soft">{text.privileges[option].hint}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Asks for the permissions of the device, then shows the pairing code. */
export function PairDialog({ onClose }: { onClose(): void }) {
  const [privilege, setPrivilege] = useState<Privilege>("act_as_human");
  const { mutate, reset, data, error, isPending } = useInvite();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(privilege);
  };
  if (data) return <PairingCode key={data.pairing.id} invitation={data} onAgain={reset} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={text.pairing.title}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.pairing.failed} messages={errorMessages(error)} />}
        <PrivilegeChoice value={privilege} onChoose={setPrivilege} />
        <DialogFooter onClose={onClose} busy={isPending}>
          {text.pairing.showCode}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
