import { useState } from "react";
import type { AddedModel } from "../../../server/domains/agents/models/model.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import type { SelectOption } from "../../ui/Select.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { AddModelButton } from "./AddModelButton.tsx";
import { useAddedModels, useRemoveModel } from "./api.ts";
import { RenameModelDialog } from "./RenameModelDialog.tsx";
import { text } from "./text.ts";

function AddedModelRow({ model, runtime }: { model: AddedModel; runtime: string }) {
  const { id, label, model_id, cli_note, cli_version, shadowed_by_built_in } = model;
  const [renaming, setRenaming] = useState(false);
  const { mutate, isPending } = useRemoveModel(id);
  const remove = (): void =>
    mutate(undefined, {
      onSuccess: () => toastSuccess(text.list.removed(label)),
      onError: (error) => toastError(text.list.removeFailed, error),
    });
  const note = shadowed_by_built_in
    ? text.list.shadowed
    : (cli_note ?? (cli_version === null ? null : text.list.listed(cli_version)));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere font-medium">{label}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-faint">
          <span>{runtime}</span>
          {label !== model_id && <span className="wrap-anywhere font-mono text-2xs">{model_id}</span>}
          {note !== null && <span>{note}</span>}
        </p>
      </div>
      <Button size="small" aria-label={text.list.renameNamed(label)} onClick={() => setRenaming(true)}>
        {text.list.rename}
      </Button>
      <Button size="small" aria-label={text.list.removeNamed(label)} busy={isPending} onClick={remove}>
        {text.list.remove}
      </Button>
      {renaming && <RenameModelDialog model={model} onClose={() => setRenaming(false)} />}
    </li>
  );
}

interface Props {
  runtimes: readonly SelectOption[];
  /** The one that a new model is added to, unless another is chosen. */
  runtime: string;
}

/** The models that a person added, to rename and remove. */
export function AddedModels({ runtimes, runtime }: Props) {
  const models = useAddedModels();
  const nameOf = (id: string): string => runtimes.find(({ value }) => value === id)?.label ?? id;
  const add = <AddModelButton variant="plain" runtimes={runtimes} runtime={runtime} onAdded={() => {}} />;
  return (
    <SettingsSection title={text.list.title} description={text.list.description} action={add}>
      <QueryContent query={models} what={text.list.loading}>
        {({ model_catalog_entries: entries }) =>
          entries.length === 0 ? (
            <EmptyState title={text.list.empty} text={text.list.emptyHint} />
          ) : (
            <ul aria-label={text.list.title} className="-my-2.5">
              {entries.map((model) => (
                <AddedModelRow key={model.id} model={model} runtime={nameOf(model.runtime)} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </SettingsSection>
  );
}
