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
import { useSavePlugin } from "./api.ts";
import { TriggerFacts } from "./TriggerFacts.tsx";

interface TicksProps {
  triggers: readonly OfferedTrigger[];
  ticked: readonly number[];
  onTick(ids: number[]): void;
}

function TriggerTicks({ triggers, ticked, onTick }: TicksProps) {
  const flip = (id: number): void =>
    onTick(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Allowed triggers</legend>
      {triggers.length === 0 ? (
        <p className="text-sm text-soft">
          No triggers yet.{" "}
          <Link to="/triggers/new" className="text-accent hover:underline">
            Create a trigger
          </Link>
        </p>
      ) : (
        <ul className="max-h-64 overflow-y-auto rounded-md border border-line">
          {triggers.map((trigger) => (
            <li key={trigger.id} className="border-b border-line last:border-0">
              <label className="flex items-start gap-2.5 px-3 py-2 hover:bg-hover">
                <input
                  type="checkbox"
                  checked={ticked.includes(trigger.id)}
                  onChange={() => flip(trigger.id)}
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
  /** Null registers a new one. */
  plugin: ExternalApp | null;
  triggers: readonly OfferedTrigger[];
  onClose(): void;
}

/** Names a plugin and says what it may fire. */
export function IntegrationDialog({ plugin, triggers, onClose }: Props) {
  const [name, setName] = useState(plugin?.name ?? "");
  const [description, setDescription] = useState(plugin?.description ?? "");
  const [ticked, setTicked] = useState(() => plugin?.triggers.map(({ id }) => id) ?? []);
  const { mutate, error, isPending } = useSavePlugin(plugin?.id ?? null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const onSuccess = (): void => {
      toastSuccess(plugin === null ? `“${name}” is registered` : `“${name}” is saved`);
      onClose();
    };
    mutate({ name, description, trigger_ids: ticked }, { onSuccess });
  };
  return (
    <Dialog open onClose={onClose} title={plugin === null ? "New integration" : `Edit “${plugin.name}”`}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title="Could not save" messages={errorMessages(error)} />}
        <Field label="Name" hint="Shown on every session it starts.">
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
        <Field label="Description" aside="Optional">
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
        <TriggerTicks triggers={triggers} ticked={ticked} onTick={setTicked} />
        <DialogFooter onClose={onClose} busy={isPending}>
          {plugin === null ? "Register" : "Save"}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
