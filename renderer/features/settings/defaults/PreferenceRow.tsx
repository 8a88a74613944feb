import { RotateCcw } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { AddModelButton } from "../../models/AddModelButton.tsx";
import { text } from "./text.ts";
import type { Preference } from "./view-model.ts";

interface Props {
  preference: Preference;
  onChoose(change: { runtime: string } | { model: string } | { effort: string }): unknown;
  onReset(): void;
}

/** The preferences for one runtime or agent root, with the source of each value. */
export function PreferenceRow({ preference, onChoose, onReset }: Props) {
  const { name, runtimes, models, efforts, isChosen } = preference;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{name}</h3>
        {isChosen && (
          <IconButton label={text.row.clear(name)} onClick={onReset}>
            <RotateCcw aria-hidden className="size-3.5" />
          </IconButton>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {runtimes !== null && (
          <SelectField
            label={text.runtime.label}
            hint={runtimes.source}
            aria-label={text.row.runtimeFor(name)}
            options={runtimes.options}
            value={runtimes.value}
            onValueChange={(runtime) => onChoose({ runtime })}
          />
        )}
        <div className="flex flex-col gap-1">
          <SelectField
            label={text.row.model}
            hint={models.source}
            aria-label={text.row.modelFor(name)}
            options={models.options}
            value={models.value}
            onValueChange={(model) => onChoose({ model })}
          />
          <AddModelButton
            runtimes={[preference.runtime]}
            runtime={preference.runtime.value}
            onAdded={({ model }) => onChoose({ model })}
          />
        </div>
        {efforts.options.length > 1 && (
          <SelectField
            label={text.row.effort}
            hint={efforts.source}
            aria-label={text.row.effortFor(name)}
            options={efforts.options}
            value={efforts.value}
            onValueChange={(effort) => onChoose({ effort })}
          />
        )}
      </div>
    </li>
  );
}
