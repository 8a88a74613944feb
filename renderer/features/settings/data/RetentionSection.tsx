import type { Retention } from "../../../../server/domains/installation/data-folder/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useRetention, useSaveRetention } from "./api.ts";
import { text } from "./text.ts";
import { formatAmount, trashOptions } from "./view-model.ts";

function TrashDays({ retention }: { retention: Retention }) {
  const { mutate, mutateAsync } = useSaveRetention();
  const { chosen } = retention.trash_days;
  const onError = (error: unknown): void => toastError(text.retention.saveFailed, error);
  const save = (days: number | null): Promise<unknown> =>
    mutateAsync(days, {
      onSuccess: () =>
        toastSuccess(text.retention.saved, {
          undo: () => mutate(chosen, { onError }),
        }),
      onError,
    });
  return (
    <div className="max-w-xs">
      <SelectField
        label={text.retention.trash}
        hint={chosen === null ? text.retention.default : text.retention.chosen}
        options={trashOptions(retention)}
        value={chosen === null ? "" : String(chosen)}
        onValueChange={(value) => save(value === "" ? null : Number(value))}
      />
    </div>
  );
}

function ByVariable({ retention }: { retention: Retention }) {
  return (
    <ul aria-label={text.retention.variables} className="mt-3 border-t border-line">
      {retention.by_variable.map((kept) => (
        <li
          key={kept.variable}
          className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
        >
          <span className="min-w-0 flex-1 basis-56">{text.retention.kept[kept.kept]}</span>
          <span className="tabular-nums">{formatAmount(kept)}</span>
          <span className="w-full text-xs text-faint">
            {kept.is_set ? text.retention.setBy : text.retention.defaultSetBy}
            <code className="font-mono text-2xs">{kept.variable}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How long things are kept, and where that is set. */
export function RetentionSection() {
  return (
    <SettingsSection title={text.retention.title} description={text.retention.description}>
      <QueryContent query={useRetention()} what={text.loading.retention}>
        {(retention) => (
          <>
            <TrashDays retention={retention} />
            <ByVariable retention={retention} />
          </>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
