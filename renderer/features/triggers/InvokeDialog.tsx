import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { toastSuccess, toastWarning } from "../../ui/toasts.ts";
import { useInvokeTrigger, usePreview } from "./api.ts";

interface Props {
  trigger: Trigger;
  onClose(): void;
}

/** Fires the trigger now, with a field for each place of its template. */
export function InvokeDialog({ trigger, onClose }: Props) {
  const navigate = useNavigate();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const preview = usePreview(trigger.prompt_template, values);
  const { mutate, error, isPending } = useInvokeTrigger(trigger.id);
  const names = preview.data?.variables ?? [];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(values, {
      onSuccess({ session, burst_notice, message }) {
        const next = {
          label: "Open session",
          onClick: () => void navigate({ to: "/sessions/$id", params: { id: String(session.id) } }),
        };
        if (burst_notice) toastWarning(message, { action: next });
        else toastSuccess(message, { action: next });
        onClose();
      },
    });
  };
  return (
    <Dialog open onClose={onClose} title={`Invoke “${trigger.name}”`}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error && <ErrorAlert title="Could not start a session" messages={errorMessages(error)} />}
        {names.map((name) => (
          <Field key={name} label={name} hint={name === "labels" ? "Separated by commas." : null}>
            {(ids) => (
              <textarea
                {...ids}
                rows={1}
                className="field field-sizing-content max-h-48"
                value={values[name] ?? ""}
                onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
              />
            )}
          </Field>
        ))}
        <PromptPreview text={preview.data?.prompt ?? ""} />
        <DialogFooter onClose={onClose} busy={isPending}>
          Invoke
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** What the agent will read. */
export function PromptPreview({ text }: { text: string }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-xs text-faint">Prompt preview</figcaption>
      <pre
        aria-label="Prompt preview"
        // Scrolled by the keyboard as well.
        tabIndex={0}
        className="max-h-56 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {text === "" ? <span className="text-faint">Fill in the fields to see the prompt.</span> : text}
      </pre>
    </figure>
  );
}
