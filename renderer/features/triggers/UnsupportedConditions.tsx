import { Info } from "lucide-react";
import { text } from "./text.ts";

/** Shown wherever conditions are shown. */
export function UnsupportedConditions() {
  return (
    <p className="flex gap-2 rounded-md bg-sunken px-3 py-2 text-xs text-soft">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text.conditions.unsupported}
    </p>
  );
}
