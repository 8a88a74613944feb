import { Combobox } from "@base-ui/react/combobox";
import { Check, X } from "lucide-react";
import { useRef } from "react";
import type { MultiSelectOption, MultiSelectProps } from "./MultiSelect.tsx";
import { text } from "./text.ts";

const row =
  "grid grid-cols-[1rem_1fr] gap-x-2 rounded-sm px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover";

function Option({ option }: { option: MultiSelectOption }) {
  return (
    <Combobox.Item value={option} className={row}>
      <span className="pt-0.5">
        <Combobox.ItemIndicator>
          <Check aria-hidden className="size-3.5" />
        </Combobox.ItemIndicator>
      </span>
      <span className="min-w-0">
        <span className="block truncate">{option.label}</span>
        {option.warning !== undefined && <span className="block text-xs text-failed">{option.warning}</span>}
        {option.warning === undefined && option.note !== undefined && (
          <span className="line-clamp-2 block text-xs text-faint">{option.note}</span>
        )}
      </span>
    </Combobox.Item>
  );
}

function Chip({ option }: { option: MultiSelectOption }) {
  const tone =
    option.warning === undefined
      ? "border-line bg-sunken text-ink"
      : "border-failed-dot/40 bg-failed-soft text-failed";
  return (
    <Combobox.Chip className={`inline-flex h-6 items-center gap-1 rounded-sm border ps-2 text-xs ${tone}`}>
      {option.label}
      <Combobox.ChipRemove
        aria-label={text.select.remove(option.label)}
        className="grid size-6 place-items-center text-faint hover:text-ink"
      >
        <X aria-hidden className="size-3" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  );
}

/** The field itself, built on Base UI; loaded by `MultiSelect`. */
export function MultiSelectPopup({ id, options, values, onValuesChange, placeholder }: MultiSelectProps) {
  const field = useRef<HTMLDivElement>(null);
  const known = new Map(options.map((option) => [option.value, option]));
  const value = values.map((name) => known.get(name) ?? { value: name, label: name });
  return (
    <Combobox.Root
      multiple
      items={options}
      value={value}
      onValueChange={(next, details) => {
        // Escape closes the list and must keep the selection; without a list, it closes what is around.
        if (details.reason === "escape-key") details.allowPropagation();
        else onValuesChange(next.map((option) => option.value));
      }}
      isItemEqualToValue={(a, b) => a.value === b.value}
    >
      <Combobox.Chips
        ref={field}
        className="field flex flex-wrap items-center gap-1.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent"
      >
        {value.map((option) => (
          <Chip key={option.value} option={option} />
        ))}
        <Combobox.Input
          id={id}
          placeholder={values.length === 0 ? placeholder : ""}
          className="h-6 min-w-24 flex-1 bg-transparent outline-none"
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner anchor={field} sideOffset={4} className="z-50">
          <Combobox.Popup className="popup max-h-72 w-(--anchor-width) overflow-y-auto p-1">
            <Combobox.Empty className="px-2 py-2 text-xs text-faint empty:hidden">
              {text.select.noMatches}
            </Combobox.Empty>
            <Combobox.List>
              {(option: MultiSelectOption) => <Option key={option.value} option={option} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
