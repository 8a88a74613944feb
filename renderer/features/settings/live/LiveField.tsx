import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { LiveValue, LiveField as Setting } from "../../../../server/domains/live/settings/model.ts";
import { Field } from "../../../ui/Field.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { text } from "./text.ts";
import { hintOf } from "./view-model.ts";

interface Props {
  field: Setting;
  value: LiveValue;
  /** Away from its default. */
  isChanged: boolean;
  save(value: LiveValue | null): Promise<unknown>;
}

/** Saved when the field is left or with Enter, so that half a number is never saved. */
function NumberInput({ field, value, save }: Omit<Props, "isChanged">) {
  const [draft, setDraft] = useState(String(value));
  const commit = (): void => {
    const number = Number(draft);
    if (draft.trim() === "" || !Number.isFinite(number)) setDraft(String(value));
    else if (number !== value) save(number).catch(() => setDraft(String(value)));
  };
  return (
    <Field label={field.label} hint={hintOf(field)}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          inputMode="decimal"
          min={field.min ?? undefined}
          max={field.max ?? undefined}
          step={field.type === "integer" ? 1 : "any"}
          className="field w-28"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
          }}
        />
      )}
    </Field>
  );
}

/** One setting of live mode, saved at once, with a way back to its default. */
export function LiveField({ field, value, isChanged, save }: Props) {
  return (
    <div className="flex min-w-0 items-start justify-between gap-2">
      <div className="min-w-0 flex-1">
        {field.type === "enum" ? (
          <SelectField
            label={field.label}
            hint={hintOf(field)}
            options={field.options}
            value={String(value)}
            onValueChange={save}
          />
        ) : (
          <NumberInput key={String(value)} field={field} value={value} save={save} />
        )}
      </div>
      {isChanged && (
        <IconButton
          label={text.useDefault(field.label)}
          onClick={() => void save(null).catch(() => undefined)}
        >
          <RotateCcw aria-hidden className="size-3.5" />
        </IconButton>
      )}
    </div>
  );
}
