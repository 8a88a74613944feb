/**
 * Canonical spelling of a JSON value (R43): object keys by length, then bytewise, and a space after `:` and `,`.
 * Searches use the same form as the stored values.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(
      ([a], [b]) =>
        Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${canonicalJson(item)}`).join(", ")}}`;
}

/** Whether it is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object from a JSON column that only the service writes; throws for anything else, because the file is damaged. */
export function parseObject(text: string): Record<string, unknown> {
  if (text === "{}") return {};
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("Not a JSON object");
  return value;
}
