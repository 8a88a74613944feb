import { useState } from "react";
import { lazyComponent } from "../lib/lazy-component.ts";
import type { AutocompleteProps } from "./AutocompletePopup.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";

const SuggestBox = lazyComponent(
  async () => (await import("./AutocompletePopup.tsx")).AutocompletePopup,
  "preload",
);

/** A text field with suggestions that accepts any text, even before the suggestions have loaded. */
export function AutocompleteInput(props: AutocompleteProps) {
  // If the plain field has the focus, the field that replaces it takes the focus over.
  const [focused, setFocused] = useState(false);
  const plain = <PlainField {...props} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)} />;
  return (
    <LazyBoundary fallback={plain}>
      <SuggestBox {...props} autoFocus={focused} />
    </LazyBoundary>
  );
}

function PlainField({ onValueChange, suggestions: _later, className = "field", ...rest }: AutocompleteProps) {
  return (
    <input
      {...rest}
      autoComplete="off"
      spellCheck={false}
      className={className}
      onChange={(event) => onValueChange(event.target.value)}
    />
  );
}
