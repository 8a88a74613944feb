import { type KeyEvent, matchesShortcut } from "../../lib/keyboard.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import type { FormFieldView } from "./fields.ts";
import type { Values } from "./values.ts";

/** Options with a number of their own; a field with more of them is a list to choose from. */
export const mostNumbered = 9;

export const isNumbered = (options: readonly SelectOption[]): boolean => options.length <= mostNumbered;

interface Answered {
  value: Values[string];
  /** Whether that is the whole answer of the field, so that the next one has its turn. */
  complete: boolean;
}

/** What a key answers in a field: 1 to 9 choose an option, Y and N yes and no. Null if it means nothing there. */
export function answerByKey(
  { control }: FormFieldView,
  value: Values[string] | undefined,
  event: KeyEvent,
): Answered | null {
  if (control.kind === "check") {
    if (matchesShortcut(event, "y")) return { value: true, complete: true };
    return matchesShortcut(event, "n") ? { value: false, complete: true } : null;
  }
  if (control.kind === "text" || !isNumbered(control.options) || !/^[1-9]$/.test(event.key)) return null;
  const option = matchesShortcut(event, event.key) && control.options[Number(event.key) - 1];
  if (!option) return null;
  if (control.kind === "choice") return { value: option.value, complete: true };
  return { value: toggled(value, option.value), complete: false };
}

/** The picked options with one more, or one less if it was picked. */
export function toggled(value: Values[string] | undefined, name: string): string[] {
  const picked = Array.isArray(value) ? value : [];
  return picked.includes(name) ? picked.filter((one) => one !== name) : [...picked, name];
}
