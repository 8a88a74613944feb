import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { outsideVariables, type Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { toastSuccess, toastWarning } from "../../ui/toasts.ts";
import { useInvokeTrigger, usePreview } from "./api.ts";
import { text } from "./text.ts";

const isFilledByEvents = (name: string): boolean => outsideVariables.some((known) => known === name);

interface Props {
  trigger: Trigger;
  onClose(): void;
}

/** Fires the trigger now, with a field for each placeholder of its template. */
export function InvokeDialog({ trigger, onClose }: Props) {
  const navigate = useNavigate();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const preview = usePreview(trigger.prompt_template, values);
  const { mutate, error, isPending } = useInvokeTrigger(trigger.id);
  const names = preview.data?.variables ?? [];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!preview.data) return;
    mutate(values, {
      onSuccess({ session, burst_notice, message }) {
        const action = {
          label: text.invoke.open,
          onClick: () => void navigate({ to: "/sessions/$id", params: { id: String(session.id) } }),
        };
        if (burst_notice) toastWarning(message, { action });
        else toastSuccess(message, { action });
        onClose();
      },
    });
  };
  return (
    <Dialog open onClose={onClose} title={text.invoke.title(trigger.name)}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error && <ErrorAlert title={text.invoke.failed} messages={errorMessages(error)} />}
        {preview.error && <ErrorAlert title={text.invoke.unread} messages={errorMessages(preview.error)} />}
        {names.map((name) => (
          <Field key={name} label={name} hint={name === "labels" ? text.invoke.labelsHint : null}>
            {(ids) => (
              <textarea
                {...ids}
                rows={1}
                // Nothing else fills in a placeholder that only this template has.
                required={!isFilledByEvents(name)}
                className="field field-sizing-content max-h-48"
                value={values[name] ?? ""}
                onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
              />
            )}
          </Field>
        ))}
        <PromptPreview prompt={preview.data?.prompt ?? ""} />
        {/* Its fields are known only with the preview. */}
        <DialogFooter onClose={onClose} busy={isPending || preview.isLoading}>
          {text.invoke.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** What the agent will read. */
export function PromptPreview({ prompt }: { prompt: string }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-xs text-faint">{text.preview.title}</figcaption>
      <pre
        aria-label={text.preview.title}
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        className="max-h-56 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {prompt === "" ? <span className="text-faint">{text.preview.empty}</span> : prompt}
      </pre>
    </figure>
  );
}
