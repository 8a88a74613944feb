import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ComponentProps } from "react";

export interface AutocompleteProps
  extends Omit<ComponentProps<"input">, "onChange" | "value" | "defaultValue"> {
  value: string;
  onValueChange(text: string): void;
  suggestions: readonly string[];
}

/** The field itself, built on Base UI; loaded by `AutocompleteInput`. */
export function AutocompletePopup({
  value,
  onValueChange,
  suggestions,
  className = "field",
  ...rest
}: AutocompleteProps) {
  return (
    <Autocomplete.Root
      items={suggestions}
      value={value}
      onValueChange={(text, { reason }) => {
        // Escape closes the list and must keep the text.
        if (reason !== "escape-key") onValueChange(text);
      }}
      limit={50}
      openOnInputClick
    >
      <Autocomplete.Input {...rest} autoComplete="off" spellCheck={false} className={className} />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-50">
          <Autocomplete.Popup
            className={`popup max-h-64 w-(--anchor-width) overflow-y-auto ${suggestions.length === 0 ? "hidden" : ""}`}
          >
            <Autocomplete.List className="p-1 empty:hidden">
              {(name: string) => (
                <Autocomplete.Item
                  key={name}
                  value={name}
                  className="truncate rounded-sm px-2 py-1.5 font-mono text-xs outline-none data-highlighted:bg-hover"
                >
                  {name}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
