import { type SubmitEvent, useState } from "react";
import type { InferenceAccount } from "../../../server/domains/agents/accounts/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { replaceKey, useInferenceChange } from "./api.ts";
import { KeyField } from "./KeyField.tsx";
import { text } from "./text.ts";

export function ReplaceKeyDialog({ account, onClose }: { account: InferenceAccount; onClose(): void }) {
  const [key, setKey] = useState("");
  const { mutate, error, isPending } = useInferenceChange(replaceKey);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate(
      { id: account.id, key },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={text.replace.title(account.email)}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.replace.failed} messages={errorMessages(error)} />}
        <KeyField value={key} onChange={setKey} />
        <DialogFooter onClose={onClose} busy={isPending}>
          {text.replace.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
