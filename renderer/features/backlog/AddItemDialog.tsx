import { type FormEvent, useState } from "react";
import { costs } from "../../../server/domains/scheduling/work-backlog/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { useConfigs } from "../new-session/use-configs.ts";
import { useAddItem } from "./api.ts";
import { text } from "./text.ts";
import { anyRepository, type Draft, emptyDraft, isComplete, toRequest } from "./view-model.ts";

const words = text.add;

interface FieldsProps {
  draft: Draft;
  set(change: Partial<Draft>): void;
}

/** What is to be done: an issue, or a title and a prompt. */
function WorkFields({ draft, set }: FieldsProps) {
  const hasIssue = draft.issue.trim() !== "";
  return (
    <>
      <Field label={words.issue} hint={words.issueHint}>
        {(ids) => (
          <input
            {...ids}
            type="url"
            className="field"
            placeholder={words.issuePlaceholder}
            value={draft.issue}
            onChange={(event) => set({ issue: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.name} hint={hasIssue ? words.nameOptional : words.nameHint}>
        {(ids) => (
          <input
            {...ids}
            className="field"
            maxLength={255}
            required={!hasIssue}
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.prompt} hint={hasIssue ? words.promptOptional : null}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            required={!hasIssue}
            className="field field-sizing-content max-h-60"
            value={draft.prompt}
            onChange={(event) => set({ prompt: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** How much it is, and where it is done. */
function PlaceFields({ draft, set }: FieldsProps) {
  const roots = useConfigs().data?.agent_roots ?? [];
  const none = draft.issue.trim() === "" ? words.rootRequired : words.rootByIssue;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={text.cost}
          hint={words.costHint}
          value={draft.cost}
          options={costs.map((value) => ({ value, label: text.band[value] }))}
          onValueChange={(value) => set({ cost: costs.find((known) => known === value) ?? "small" })}
        />
        <SelectField
          label={words.root}
          value={draft.root}
          options={[
            { value: "", label: none },
            ...roots.map(({ name, display_name }) => ({ value: name, label: display_name ?? name })),
            { value: anyRepository, label: words.repository },
          ]}
          onValueChange={(root) => set({ root })}
        />
      </div>
      {draft.root === anyRepository && (
        <Field label={words.address}>
          {(ids) => (
            <input
              {...ids}
              className="field"
              required
              value={draft.repository}
              onChange={(event) => set({ repository: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Adds work to the end of its band. */
export function AddItemDialog({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState(emptyDraft);
  const { mutate, error, isPending } = useAddItem();
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!isComplete(draft)) return;
    mutate(toRequest(draft), {
      onSuccess({ work_backlog_item: { key, position } }) {
        toastSuccess(position === null ? text.done.known(key) : text.done.added(key));
        onClose();
      },
    });
  };
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <form onSubmit={send} className="flex flex-col gap-3">
        {error && <ErrorAlert title={words.failed} messages={errorMessages(error)} />}
        <WorkFields draft={draft} set={set} />
        <PlaceFields draft={draft} set={set} />
        <DialogFooter onClose={onClose} busy={isPending}>
          {words.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
