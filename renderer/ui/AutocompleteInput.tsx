import { useState } from "react";
import { lazyPart } from "../lib/lazy-component.ts";
import type { SuggestProps } from "./AutocompletePopup.tsx";
import { Deferred } from "./LazyBoundary.tsx";

const SuggestBox = lazyPart(async () => (await import("./AutocompletePopup.tsx")).SuggestBox, "ahead");

/** A text field that offers what is known; anything else may be typed as well, before the offers are there too. */
export function Suggest(props: SuggestProps) {
  // Who is in the field already is in the other that takes its place.
  const [held, setHeld] = useState(false);
  const plain = <PlainField {...props} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)} />;
  return (
    <Deferred until={plain}>
      <SuggestBox {...props} autoFocus={held} />
    </Deferred>
  );
}

function PlainField({ onText, suggestions: _later, ...rest }: SuggestProps) {
  return (
    <input
      {...rest}
      autoComplete="off"
      spellCheck={false}
      className="field"
      onChange={(event) => onText(event.target.value)}
    />
  );
}
