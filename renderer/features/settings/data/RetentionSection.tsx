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
  const onError = (error: unknown): void => toastError("Could not change the setting", error);
  const save = (days: number | null): Promise<unknown> =>
    mutateAsync(days, {
      onSuccess: () =>
        toastSuccess("Applies to sessions you archive from now on", {
          undo: () => mutate(chosen, { onError }),
        }),
      onError,
    });
  return (
    <div className="max-w-xs">
      <SelectField
        label="Sessions stay in the trash for"
        hint={
          chosen === null ? "Default" : "Your choice. Sessions already in the trash keep their deletion date."
        }
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
            {kept.is_set ? "Set by " : "Default; set by "}
            <code className="font-mono text-2xs">{kept.variable}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Retention, each with where that is set. */
export function RetentionSection() {
  return (
    <SettingsSection title="Retention" description="Variables are read when the service starts.">
      <QueryContent query={useRetention()} what="the retention settings">
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
