import { useState } from "react";
import { lazyComponent } from "../lib/lazy-component.ts";
import type { AutocompleteProps } from "./AutocompletePopup.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";

const SuggestBox = lazyComponent(
  async () => (await import("./AutocompletePopup.tsx")).AutocompletePopup,
  "preload",
);

/** A text field that offers what is known; anything else may be typed as well, before the offers are there too. */
export function AutocompleteInput(props: AutocompleteProps) {
  // Who is in the field already is in the other that takes its place.
  const [focused, setFocused] = useState(false);
  const plain = <PlainField {...props} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)} />;
  return (
    <LazyBoundary fallback={plain}>
      <SuggestBox {...props} autoFocus={focused} />
    </LazyBoundary>
  );
}

function PlainField({ onValueChange, suggestions: _later, ...rest }: AutocompleteProps) {
  return (
    <input
      {...rest}
      autoComplete="off"
      spellCheck={false}
      className="field"
      onChange={(event) => onValueChange(event.target.value)}
    />
  );
}
