import type { Retention } from "../../../../server/domains/installation/data-folder/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useRetention, useSaveRetention } from "./api.ts";
import { amountWords, keptWords, trashOptions } from "./view-model.ts";

function TrashDays({ retention }: { retention: Retention }) {
  const { mutate, mutateAsync } = useSaveRetention();
  const { chosen } = retention.trash_days;
  const onError = (error: unknown): void => toastError("It was not changed", error);
  const save = (days: number | null): Promise<unknown> =>
    mutateAsync(days, {
      onSuccess: () =>
        toastSuccess("It holds for what is archived from now on", {
          undo: () => mutate(chosen, { onError }),
        }),
      onError,
    });
  return (
    <div className="max-w-xs">
      <SelectField
        label="Sessions stay in the trash for"
        hint={chosen === null ? "Signalbox's default" : "Your choice; what is in the trash keeps its day."}
        options={trashOptions(retention)}
        value={chosen === null ? "" : String(chosen)}
        onValueChange={(value) => save(value === "" ? null : Number(value))}
      />
    </div>
  );
}

function ByVariable({ retention }: { retention: Retention }) {
  return (
    <ul aria-label="Set by variables" className="mt-3 border-t border-line">
      {retention.by_variable.map((kept) => (
        <li
          key={kept.variable}
          className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
        >
          <span className="min-w-0 flex-1 basis-56">{keptWords[kept.kept]}</span>
          <span className="tabular-nums">{amountWords(kept)}</span>
          <span className="w-full text-xs text-faint">
            {kept.is_set ? "Set by " : "Signalbox's default; set by "}
            <code className="font-mono text-2xs">{kept.variable}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How long things are kept, each with where that is set. */
export function RetentionBlock() {
  return (
    <SettingsSection
      title="How long things are kept"
      description="What a variable sets is read at the start of the service."
    >
      <QueryContent query={useRetention()} what="what is kept">
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
