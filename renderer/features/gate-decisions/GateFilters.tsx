import { useEffect, useRef, useState } from "react";
import { gates } from "../../../server/domains/outcomes/gate-decisions/model.ts";
import { DateField } from "../../ui/DateField.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { GatesSearch } from "./gates-search.ts";
import { text } from "./text.ts";

const typingDelayMs = 300;
const words = ["q", "decision", "surface", "artifact"] as const;
const labels = {
  q: text.filters.words,
  decision: text.filters.decision,
  surface: text.filters.surface,
  artifact: text.filters.artifact,
} as const;

interface Props {
  search: GatesSearch;
  /** An undefined value takes a filter away. */
  onChange(change: { [Key in keyof GatesSearch]: GatesSearch[Key] | undefined }): void;
}

/** Narrows the decisions. Texts take effect once typing pauses. */
export function GateFilters({ search, onChange }: Props) {
  return (
    <search aria-label={text.filters.title} className="flex min-w-0 flex-wrap items-center gap-2 text-xs">
      <Select
        aria-label={text.filters.gate}
        className="max-sm:basis-full"
        value={search.gate ?? ""}
        options={[
          { value: "", label: text.filters.anyGate },
          ...gates.map((value) => ({ value, label: text.gates[value] })),
        ]}
        onValueChange={(value) => onChange({ gate: gates.find((gate) => gate === value) })}
      />
      {words.map((name) => (
        <TextFilter
          key={name}
          label={labels[name]}
          value={search[name] ?? ""}
          onChange={(value) => onChange({ [name]: value.trim() || undefined })}
        />
      ))}
      <div className="flex min-w-0 gap-2 max-sm:basis-full">
        <DateField label={text.filters.from} value={search.from} onChange={(from) => onChange({ from })} />
        <DateField label={text.filters.to} value={search.to} onChange={(to) => onChange({ to })} />
      </div>
      <Switch
        label={text.filters.feedback}
        checked={search.feedback === true}
        onCheckedChange={(on) => onChange({ feedback: on || undefined })}
      />
    </search>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** Keeps what is typed; the page makes it again when all filters are cleared. */
function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), typingDelayMs);
  };
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.target.value)}
      className="h-8 w-36 min-w-0 rounded-md border border-edge bg-surface px-2 text-xs text-ink max-sm:w-[calc(50%-0.25rem)] pointer-coarse:h-10"
    />
  );
}
