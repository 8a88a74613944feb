import type { Retention } from "../../../../server/domains/installation/data-folder/model.ts";
import { Loaded } from "../../../ui/QueryContent.tsx";
import { ChoiceField } from "../../../ui/SelectField.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
import { sayDone, sayRefused } from "../../../ui/toasts.ts";
import { useRetention, useSaveRetention } from "./api.ts";
import { amountWords, keptWords, trashOptions } from "./view-model.ts";

function TrashDays({ retention }: { retention: Retention }) {
  const { mutate, mutateAsync } = useSaveRetention();
  const { chosen } = retention.trash_days;
  const onError = (error: unknown): void => sayRefused("It was not changed", error);
  const save = (days: number | null): Promise<unknown> =>
    mutateAsync(days, {
      onSuccess: () =>
        sayDone("It holds for what is archived from now on", { undo: () => mutate(chosen, { onError }) }),
      onError,
    });
  return (
    <div className="max-w-xs">
      <ChoiceField
        label="Sessions stay in the trash for"
        hint={chosen === null ? "Signalbox's default" : "Your choice; what is in the trash keeps its day."}
        options={trashOptions(retention)}
        value={chosen === null ? "" : String(chosen)}
        onChoose={(value) => save(value === "" ? null : Number(value))}
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
    <SettingsBlock
      title="How long things are kept"
      about="What a variable sets is read at the start of the service."
    >
      <Loaded query={useRetention()} what="what is kept">
        {(retention) => (
          <>
            <TrashDays retention={retention} />
            <ByVariable retention={retention} />
          </>
        )}
      </Loaded>
    </SettingsBlock>
  );
}
