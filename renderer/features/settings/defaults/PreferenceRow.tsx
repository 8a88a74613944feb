import { RotateCcw } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import type { Preference } from "./view-model.ts";

interface Props {
  preference: Preference;
  onChoose(change: { runtime: string } | { model: string } | { effort: string }): unknown;
  onReset(): void;
}

/** What is preferred of one runtime or on one root; each value says where it comes from. */
export function PreferenceRow({ preference, onChoose, onReset }: Props) {
  const { name, runtimes, models, efforts, isChosen } = preference;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{name}</h3>
        {isChosen && (
          <IconButton label={`Clear the choices for ${name}`} onClick={onReset}>
            <RotateCcw aria-hidden className="size-3.5" />
          </IconButton>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {runtimes !== null && (
          <SelectField
            label="Runtime"
            hint={runtimes.source}
            aria-label={`Runtime for ${name}`}
            options={runtimes.options}
            value={runtimes.value}
            onValueChange={(runtime) => onChoose({ runtime })}
          />
        )}
        <SelectField
          label="Model"
          hint={models.source}
          aria-label={`Model for ${name}`}
          options={models.options}
          value={models.value}
          onValueChange={(model) => onChoose({ model })}
        />
        {efforts.options.length > 1 && (
          <SelectField
            label="Effort"
            hint={efforts.source}
            aria-label={`Effort for ${name}`}
            options={efforts.options}
            value={efforts.value}
            onValueChange={(effort) => onChoose({ effort })}
          />
        )}
      </div>
    </li>
  );
}
