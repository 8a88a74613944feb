import { hasMoreCharacters } from "../../../lib/character-rules.ts";
import { categoryRefusal } from "./errors.ts";
import { type CategoryPlace, descriptionLimit, nameLimit } from "./model.ts";

/** A name is one line. Throws if nothing is left of it, or if it is too long. */
export function readName(given: string): string {
  const name = given
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (name.replace(/\p{Cf}/gu, "").trim() === "") throw categoryRefusal("name_missing");
  if (hasMoreCharacters(name, nameLimit)) throw categoryRefusal("name_too_long");
  return name;
}

/** Null if it is blank. */
export function readDescription(given: string | null): string | null {
  const description = given?.toWellFormed().trim() ?? "";
  if (hasMoreCharacters(description, descriptionLimit)) throw categoryRefusal("description_too_long");
  return description === "" ? null : description;
}

/** Only digits are an id. */
export const readId = (reference: string): number | null =>
  /^[1-9]\d{0,15}$/.test(reference) ? Number(reference) : null;

/** The stack with the given places in the given order: they share the slots they had, and all others stay where they are. */
export function reordered(
  stack: readonly CategoryPlace[],
  given: readonly CategoryPlace[],
): readonly CategoryPlace[] {
  const moved = new Set(given);
  const next = given.values();
  return stack.map((place) => (moved.has(place) ? (next.next().value ?? place) : place));
}

/** Throws for a place that is not in the stack, and for one that is given twice. */
export function checkPlaces(stack: readonly CategoryPlace[], given: readonly CategoryPlace[]): void {
  for (const [at, id] of given.entries()) {
    if (!stack.includes(id)) throw categoryRefusal("not_found", { id });
    if (given.indexOf(id) !== at) throw categoryRefusal("named_twice", { id });
  }
}
