import { homedir, hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** A request that was answered, and the test file that sent it. */
export interface Example {
  body?: unknown;
  response?: unknown;
  from: string;
}

/** One that may become the example of an operation. */
export interface Candidate extends Example {
  id: string;
}

/** The lowest is the best: short, but an empty list, a null or a text that no person wrote says little. */
export function costOf({ body, response }: Pick<Example, "body" | "response">): number {
  const json = JSON.stringify({ body, response });
  const count = (pattern: RegExp): number => json.match(pattern)?.length ?? 0;
  return (
    json.length +
    Math.max(0, json.length - 3_000) * 2 +
    Object.values(response ?? {}).filter((part) => Array.isArray(part) && part.length === 0).length * 10_000 +
    count(/:null/g) * 30 +
    count(/:\[\]/g) * 300 +
    count(/:"\w{1,2}"/g) * 60 +
    count(/<script|\\u00|\.\.\/|\bxxx|nowhere/gi) * 2_000
  );
}

const root = join(import.meta.dirname, "../..");

/** The first time in an example; each later one is a minute after the one before. */
const start = Date.parse("2026-01-15T09:30:00.000Z");
const minuteMs = 60_000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What says where a test ran, and what to write instead. */
const places: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${escaped(tmpdir())}/signalbox-[\\w-]+`, "g"), "/srv/ada"],
  [/\/(?:tmp|dev\/shm)\/signalbox-[\w-]+(?:\/signalbox-[\w-]+)?/g, "/srv/ada"],
  [new RegExp(escaped(tmpdir()), "g"), "/tmp"],
  [new RegExp(escaped(root), "g"), "/opt/signalbox"],
  [new RegExp(`${escaped(homedir())}(?=/|$)`, "g"), "/srv/ada"],
  [new RegExp(`(?<![\\w.-])${escaped(hostname())}(?![\\w.-])`, "g"), "studio"],
  [/(?:127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b/g, "localhost:3000"],
  [/(?:127\.0\.0\.1|localhost)%3A\d{2,5}\b/g, "localhost%3A3000"],
  [/\b20\d\d-\d\d-\d\d(?= \d\d:\d\d UTC)/g, "2026-01-15"],
  [/^20\d\d-\d\d-\d\d$/g, "2026-01-15"],
  [/\bNode\.js v\d+\.\d+\.\d+/g, "Node.js v24.0.0"],
  [/\b\w+@localhost\b/g, "ada@localhost"],
  [/\brepository-[a-z0-9]{5,10}\b/g, "repository"],
  // A slug ends with the time; the scripted model is told in the prompt what to do.
  [/-20\d{6}-\d{4}\b/g, "-20260115-0930"],
  [/[^"]*#script[^]*/g, "Fix the failing test"],
];

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const hash = /(?<![A-Za-z0-9])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}(?![A-Za-z0-9])/g;
/** Letters of both cases and digits, without a break: keys, tokens and codes. */
const token = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{16,}(?![\w-])/g;

const isInstant = (value: unknown): value is number =>
  typeof value === "number" && value > 1.5e12 && value < 2.5e12;

/**
 * The same value without what is true only of one run: times, ids, secrets, folders and addresses. Equal parts stay equal,
 * times keep their order, and lists are cut after two.
 */
export function exampleOf(value: unknown): unknown {
  const shortened = shorten(value);
  const found = new Set<number>();
  collectInstants(shortened, found);
  const order = [...found].toSorted((one, other) => one - other);
  const later = (at: number): number => start + order.indexOf(at) * minuteMs;
  const ids = new Map<string, number>();
  const numberOf = (id: string): number => ids.get(id) ?? (ids.set(id, ids.size + 1), ids.size);
  return rewritten(shortened, (part) => {
    if (isInstant(part)) return later(part);
    return typeof part === "string" ? withoutRun(part, later, numberOf) : part;
  });
}

function withoutRun(text: string, later: (at: number) => number, numberOf: (id: string) => number): string {
  const placed = places.reduce((rest, [found, instead]) => rest.replace(found, instead), text);
  return placed
    .replace(instant, (at) => {
      const written = new Date(later(Date.parse(at))).toISOString();
      return at.includes(".") ? written : written.replace(".000Z", "Z");
    })
    .replace(uuid, (id) => `00000000-0000-4000-8000-${String(numberOf(id)).padStart(12, "0")}`)
    .replace(hash, (hex) => cycled("0123456789abcdef", numberOf(hex), hex.length))
    .replace(token, (secret) => {
      const prefix = /^[a-z]{2,6}[_-]/.exec(secret)?.[0] ?? "";
      return prefix + cycled("Example0", 0, secret.length - prefix.length);
    });
}

const cycled = (letters: string, from: number, length: number): string =>
  Array.from({ length }, (_, at) => letters[(from + at) % letters.length]).join("");

const longestText = 400;
/** An object with more keys than any declared one is a table. */
const mostKeys = 60;

/** Linters take these for schemas, also in an example. */
const jsonTypes = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

function isTakenForSchema(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("default" in value && "type" in value)) return false;
  return !jsonTypes.has(String(value.type));
}

function shorten(value: unknown): unknown {
  if (typeof value === "string" && value.length > longestText) return `${value.slice(0, longestText)}…`;
  if (Array.isArray(value))
    return value
      .filter((part) => !isTakenForSchema(part))
      .slice(0, 2)
      .map(shorten);
  if (typeof value !== "object" || value === null) return value;
  // A schema whose references would be looked for in the OpenAPI document.
  if ("$defs" in value) return { type: "object" };
  const entries = Object.entries(value);
  const shown = entries.length > mostKeys ? entries.slice(0, 2) : entries;
  return Object.fromEntries(shown.map(([key, part]) => [key, shorten(part)]));
}

function collectInstants(value: unknown, into: Set<number>): void {
  rewritten(value, (part) => {
    if (isInstant(part)) into.add(part);
    if (typeof part === "string") for (const [at] of part.matchAll(instant)) into.add(Date.parse(at));
    return part;
  });
}

function rewritten(value: unknown, by: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => rewritten(part, by));
  if (typeof value !== "object" || value === null) return by(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [by(key) as string, rewritten(part, by)]),
  );
}
