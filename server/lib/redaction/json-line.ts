import { isObject } from "../json.ts";
import { isTellingName } from "./context-rules.ts";
import type { Redactor } from "./redactor.ts";

/** Escapes that can break up what the raw line would show: a slash, or a character other than a control. */
const hidingEscape = /\\(?:\/|u(?!00[01]))/;

/**
 * Redacts one line of JSONL; what was valid JSON stays so, and everything but the strings that held a secret
 * stays byte for byte. Object keys are strings too. A line that is not JSON is treated as text.
 */
export function redactJsonLine(redactor: Redactor, line: string): string {
  const asText = redactor.redact(line);
  const isRawScanSafe = !hidingEscape.test(line) && !line.includes("PRIVATE KEY");
  if (asText === line && isRawScanSafe) return line;
  return isJson(line) ? redactStrings(redactor, line) : asText;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Works on the literals in place, for a parse and re-write would change big numbers and repeated keys. */
function redactStrings(redactor: Redactor, line: string): string {
  const pieces: string[] = [];
  let done = 0;
  let key: string | null = null;
  for (let start = line.indexOf('"'); start !== -1; ) {
    const end = literalEnd(line, start);
    const literal = line.slice(start, end);
    const text = JSON.parse(literal) as string;
    const isValueOfKey = key !== null && /^\s*:\s*$/.test(line.slice(done, start));
    const clean = isValueOfKey && key !== null ? redactValue(redactor, key, text) : redactor.redact(text);
    pieces.push(line.slice(done, start), clean === text ? literal : JSON.stringify(clean));
    key = text;
    done = end;
    start = line.indexOf('"', end);
  }
  return pieces.join("") + line.slice(done);
}

/** The index after the closing quote of the literal that opens at `start`. */
function literalEnd(line: string, start: number): number {
  let close = line.indexOf('"', start + 1);
  while (isEscaped(line, close)) close = line.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line.charCodeAt(at - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

/** Under a name such as `apiToken` or `Authorization`, the value is read together with its name. */
function redactValue(redactor: Redactor, key: string, text: string): string {
  const alone = redactor.redact(text);
  if (!isTellingName(key)) return alone;
  const lead = `${key}": "`;
  const together = redactor.redact(`${lead}${alone}"`);
  return together.startsWith(lead) && together.endsWith('"') ? together.slice(lead.length, -1) : alone;
}

/** A JSON value with its strings and its keys redacted. */
export const redactJson = <Value>(redactor: Redactor, value: Value): Value =>
  redactBelow(redactor, value, null) as Value;

function redactBelow(redactor: Redactor, value: unknown, key: string | null): unknown {
  if (typeof value === "string")
    return key === null ? redactor.redact(value) : redactValue(redactor, key, value);
  if (Array.isArray(value)) return value.map((item) => redactBelow(redactor, item, null));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redactor.redact(name), redactBelow(redactor, item, name)]),
  );
}
