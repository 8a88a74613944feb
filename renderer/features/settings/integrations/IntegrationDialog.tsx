import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import {
  type ExternalApp,
  type OfferedTrigger,
  pluginNameLimit,
} from "../../../../server/domains/automation/integrations/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { useSaveIntegration } from "./api.ts";
import { TriggerFacts } from "./TriggerFacts.tsx";
import { text } from "./text.ts";

interface TriggerChoiceProps {
  triggers: readonly OfferedTrigger[];
  selected: readonly number[];
  onSelect(ids: number[]): void;
}

function TriggerChoice({ triggers, selected, onSelect }: TriggerChoiceProps) {
  const toggle = (id: number): void =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{text.triggers.title}</legend>
      {triggers.length === 0 ? (
        <p className="text-sm text-soft">
          {text.triggers.none}{" "}
          <Link to="/triggers/new" className="text-accent hover:underline">
            {text.triggers.create}
          </Link>
        </p>
      ) : (
        <ul className="max-h-64 overflow-y-auto rounded-md border border-line">
          {triggers.map((trigger) => (
            <li key={trigger.id} className="border-b border-line last:border-0">
              <label className="flex items-start gap-2.5 px-3 py-2 hover:bg-hover">
                <input
                  type="checkbox"
                  checked={selected.includes(trigger.id)}
                  onChange={() => toggle(trigger.id)}
                  className="mt-0.5 size-4 shrink-0 accent-accent-fill"
                />
                <span className="min-w-0">
                  <span className="block text-sm wrap-anywhere">{trigger.name}</span>
                  <TriggerFacts trigger={trigger} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

interface Props {
  /** Null for a new integration. */
  integration: ExternalApp | null;
  triggers: readonly OfferedTrigger[];
  onClose(): void;
}

/** Names an integration and selects the triggers it may fire. */
export function IntegrationDialog({ integration, triggers, onClose }: Props) {
  const [name, setName] = useState(integration?.name ?? "");
  const [description, setDescription] = useState(integration?.description ?? "");
  const [ticked, setSelected] = useState(() => integration?.triggers.map(({ id }) => id) ?? []);
  const { mutate, error, isPending } = useSaveIntegration(integration?.id ?? null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const onSuccess = (): void => {
      toastSuccess(integration === null ? text.dialog.registered(name) : text.dialog.saved(name));
      onClose();
    };
    mutate({ name, description, trigger_ids: ticked }, { onSuccess });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={integration === null ? text.dialog.new : text.dialog.edit(integration.name)}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.dialog.failed} messages={errorMessages(error)} />}
        <Field label={text.dialog.name} hint={text.dialog.nameHint}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={pluginNameLimit}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <Field label={text.dialog.description} aside={text.dialog.optional}>
          {(ids) => (
            <input
              {...ids}
              maxLength={1_000}
              autoComplete="off"
              value={description}
              onChange={(event) => setDescription(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <TriggerChoice triggers={triggers} selected={ticked} onSelect={setSelected} />
        <DialogFooter onClose={onClose} busy={isPending}>
          {integration === null ? text.dialog.register : text.dialog.save}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
