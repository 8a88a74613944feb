import { type SubmitEvent, useState } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { addAccount, useInferenceChange } from "./api.ts";
import { KeyField } from "./KeyField.tsx";
import { text } from "./text.ts";

const words = text.add;
type Kind = keyof typeof words.kinds;
const kinds = (["api_key", "sign_in"] as const).map((value) => ({ value, label: words.kinds[value] }));

interface Props {
  runtime: { id: string; label: string };
  onClose(): void;
}

export function AddAccountDialog({ runtime, onClose }: Props) {
  const [email, setEmail] = useState("");
  const [kind, setKind] = useState<Kind>("api_key");
  const [key, setKey] = useState("");
  const [order, setOrder] = useState("");
  const { mutate, error, isPending } = useInferenceChange(addAccount);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate(
      {
        runtime: runtime.id,
        email,
        ...(kind === "api_key" && { api_key: key }),
        ...(order !== "" && { priority: Number(order) }),
      },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={words.title} description={words.description(runtime.label)}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={words.failed} messages={errorMessages(error)} />}
        <div>
          <SegmentedControl<Kind> label={words.with} value={kind} options={kinds} onChange={setKind} />
        </div>
        <Field
          label={kind === "api_key" ? words.email : words.emailOf}
          hint={kind === "api_key" ? words.emailHint : words.emailOfHint}
        >
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={200}
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              className="field"
            />
          )}
        </Field>
        {kind === "api_key" ? (
          <KeyField value={key} onChange={setKey} />
        ) : (
          <p className="text-sm text-soft">{words.signInHint(runtime.label)}</p>
        )}
        <Field label={words.order} hint={words.orderHint}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              inputMode="numeric"
              min={0}
              max={10_000}
              step={1}
              value={order}
              onChange={(event) => setOrder(event.target.value)}
              className="field w-28"
            />
          )}
        </Field>
        <DialogFooter onClose={onClose} busy={isPending}>
          {words.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
