import { Info } from "lucide-react";
import { isWatched } from "./condition-fields.ts";
import { text } from "./text.ts";

interface Props {
  conditions: readonly { condition_type: string; configuration: Readonly<Record<string, unknown>> }[];
}

/** Says that some of the conditions do not fire; nothing if all do. */
export function UnwatchedConditions({ conditions }: Props) {
  if (conditions.every(isWatched)) return null;
  return (
    <p className="flex gap-2 rounded-md bg-sunken px-3 py-2 text-xs text-soft">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text.conditions.unwatched}
    </p>
  );
}
