import { guidanceMaxLength, type LiveChanges, type LiveField, type LiveValue } from "./model.ts";

export interface StoredSettings {
  /** Only what is away from its default. */
  overrides: Readonly<Record<string, LiveValue>>;
  guidance: string;
}

/** A number that was brought within the range of its setting. */
export interface Clamped {
  key: string;
  asked: number;
  min: number;
  max: number;
}

export type LiveProblem =
  | { kind: "unknown"; key: string }
  | { kind: "not_an_option"; key: string; options: string[] }
  | { kind: "not_a_number"; key: string }
  | { kind: "guidance_too_long" }
  | { kind: "people_only"; key: string };

export interface PatchedSettings {
  after: StoredSettings;
  changes: LiveChanges;
  clamped: Clamped[];
  /** If there are any, nothing may be saved. */
  problems: LiveProblem[];
}

/** The value in force of every setting. An override that its field no longer allows does not count. */
export function valuesInForce(
  fields: readonly LiveField[],
  { overrides }: StoredSettings,
): Record<string, LiveValue> {
  return Object.fromEntries(fields.map((field) => [field.key, inForce(field, overrides[field.key])]));
}

function inForce(field: LiveField, override: LiveValue | undefined): LiveValue {
  const read = override === undefined ? undefined : readValue(field, override);
  return read !== undefined && "value" in read ? read.value : field.default;
}

/** R157: the settings after a patch. Every problem is reported, not only the first. */
export function patchSettings(
  fields: readonly LiveField[],
  before: StoredSettings,
  patch: Readonly<Record<string, unknown>>,
): PatchedSettings {
  const overrides = { ...before.overrides };
  const old = valuesInForce(fields, before);
  const problems: LiveProblem[] = [];
  const changes: LiveChanges = {};
  const clamped: Clamped[] = [];
  for (const [key, asked] of Object.entries(patch)) {
    if (guidanceKeys.includes(key) || asked === undefined) continue;
    const field = fields.find((one) => one.key === key);
    if (!field) {
      problems.push({ kind: "unknown", key });
      continue;
    }
    const read = readValue(field, asked);
    if ("problem" in read) {
      problems.push(read.problem);
      continue;
    }
    const was = old[key] ?? null;
    if (was !== read.value) changes[key] = { before: was, after: read.value };
    if (read.clamped !== undefined) clamped.push(read.clamped);
    delete overrides[key];
    if (read.value !== field.default) overrides[key] = read.value;
  }
  const guidance = newGuidance(before.guidance, patch);
  if (guidance.length > guidanceMaxLength) problems.push({ kind: "guidance_too_long" });
  if (guidance !== before.guidance) changes["guidance"] = { before: before.guidance, after: guidance };
  return { after: { overrides, guidance }, changes, clamped, problems };
}

const guidanceKeys: readonly string[] = ["guidance", "append_guidance"];

function newGuidance(
  before: string,
  { guidance, append_guidance: line }: Readonly<Record<string, unknown>>,
): string {
  const replaced = guidance === undefined ? before : asText(guidance).trim();
  const added = asText(line).trim();
  return added === "" ? replaced : `${replaced}\n${added}`.trim();
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

type ReadValue = { value: LiveValue; clamped?: Clamped } | { problem: LiveProblem };

/** A blank value or "default" is the default. */
function readValue(field: LiveField, asked: unknown): ReadValue {
  if (asked === null || (typeof asked === "string" && ["", "default"].includes(asked.trim())))
    return { value: field.default };
  return field.type === "enum" ? readOption(field, asked) : readNumber(field, asked);
}

function readOption({ key, options }: LiveField, asked: unknown): ReadValue {
  const values = options.map(({ value }) => value);
  const value = values.find((one) => one === asked);
  return value === undefined ? { problem: { kind: "not_an_option", key, options: values } } : { value };
}

function readNumber({ key, type, min, max }: LiveField, asked: unknown): ReadValue {
  const sent = typeof asked === "string" ? Number(asked) : asked;
  if (typeof sent !== "number" || !Number.isFinite(sent)) return { problem: { kind: "not_a_number", key } };
  const range = { min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY };
  const within = Math.min(Math.max(sent, range.min), range.max);
  const value = type === "integer" ? Math.round(within) : within;
  return within === sent ? { value } : { value, clamped: { key, asked: sent, ...range } };
}
