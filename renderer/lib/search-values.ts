/** Values of addresses, where the router parses what looks like a number or a truth value as one. */

const longest = 500;

/** Text, without spaces around it; undefined for nothing. */
export function readText(value: unknown): string | undefined {
  if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
  return String(value).trim().slice(0, longest) || undefined;
}

/** A date such as 2026-03-01. */
export const readDate = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** A positive whole number. */
export const readNumber = (value: unknown): number | undefined =>
  /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined;

/** One of these words. */
export const readChoice = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value);

/** A record without its entries that are undefined. */
export const defined = <T extends object>(record: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
