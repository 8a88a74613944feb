import { useId } from "react";
import type { Settings } from "../condition-fields.ts";
import { ConditionControl } from "./ConditionInput.tsx";
import type { Part } from "./parts.ts";
import { text } from "./text.ts";

interface Props {
  parts: readonly Part[];
  settings: Settings;
  onValue(field: string, value: string, name?: string): void;
}

/** The sentence of a condition with its fields in it; what they take is said below. */
export function InlineSentence({ parts, settings, onValue }: Props) {
  const id = useId();
  const hinted = parts.flatMap((part) =>
    "field" in part && part.field.hint !== undefined ? part.field : [],
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2 text-sm">
        {parts.map((part) =>
          "words" in part ? (
            <span key={part.words}>{part.words}</span>
          ) : (
            <ConditionControl
              key={part.field.name}
              field={part.field}
              value={settings[part.field.name] ?? ""}
              onValue={(value, name) => onValue(part.field.name, value, name)}
              naming={{
                placeholder: text.blanks[part.field.name],
                "aria-label": part.field.label,
                ...(part.field.hint !== undefined && { "aria-describedby": `${id}-${part.field.name}` }),
              }}
              className="w-auto! max-w-full min-w-16 field-sizing-content *:field-sizing-content"
            />
          ),
        )}
      </div>
      {hinted.map(({ name, label, hint }) => (
        <p key={name} className="text-xs text-faint">
          <span className="font-medium">{label}:</span> <span id={`${id}-${name}`}>{hint}</span>
        </p>
      ))}
    </div>
  );
}
