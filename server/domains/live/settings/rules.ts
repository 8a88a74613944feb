import { liveFields } from "./fields.ts";
import { guidanceMaxLength, type LiveChanges, type LiveField, type LiveValue } from "./model.ts";
import { text } from "./text.ts";

export interface StoredSettings {
  /** Only what is away from its default. */
  overrides: Readonly<Record<string, LiveValue>>;
  guidance: string;
}

export interface PatchedSettings {
  after: StoredSettings;
  changes: LiveChanges;
  /** In sentences, what changed and which numbers were brought within their range. */
  summary: string;
  /** If there are any, nothing may be saved. */
  problems: string[];
}

/** The value in force of every setting. An override that its field no longer allows does not count. */
export function valuesInForce({ overrides }: StoredSettings): Record<string, LiveValue> {
  return Object.fromEntries(liveFields.map((field) => [field.key, inForce(field, overrides[field.key])]));
}

function inForce(field: LiveField, override: LiveValue | undefined): LiveValue {
  const read = override === undefined ? undefined : readValue(field, override);
  return read !== undefined && "value" in read ? read.value : field.default;
}

/** R157: the settings after a patch. Every problem is reported, not only the first. */
export function patchSettings(
  before: StoredSettings,
  patch: Readonly<Record<string, unknown>>,
): PatchedSettings {
  const overrides = { ...before.overrides };
  const old = valuesInForce(before);
  const problems: string[] = [];
  const changes: LiveChanges = {};
  const sentences: string[] = [];
  for (const [key, asked] of Object.entries(patch)) {
    if (guidanceKeys.includes(key) || asked === undefined) continue;
    const field = liveFields.find((one) => one.key === key);
    const read = field ? readValue(field, asked) : { problem: text.problems.unknown(key) };
    if (!field || "problem" in read) {
      if ("problem" in read) problems.push(read.problem);
      continue;
    }
    delete overrides[key];
    if (read.value !== field.default) overrides[key] = read.value;
    const was = old[key] ?? null;
    if (was !== read.value) {
      changes[key] = { before: was, after: read.value };
      sentences.push(text.changed(key, was, read.value));
    }
    if (read.clamped !== undefined) sentences.push(text.clamped(key, read.clamped, rangeOf(field)));
  }
  const guidance = newGuidance(before.guidance, patch);
  if (guidance.length > guidanceMaxLength) problems.push(text.problems.guidanceTooLong);
  if (guidance !== before.guidance) {
    changes["guidance"] = { before: before.guidance, after: guidance };
    sentences.push(text.guidanceChanged(guidance.length));
  }
  const summary = sentences.length === 0 ? text.nothingChanged : sentences.join(" ");
  return { after: { overrides, guidance }, changes, summary, problems };
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

type ReadValue = { value: LiveValue; clamped?: number } | { problem: string };

/** A blank value or "default" is the default. */
function readValue(field: LiveField, asked: unknown): ReadValue {
  if (asked === null || (typeof asked === "string" && ["", "default"].includes(asked.trim())))
    return { value: field.default };
  return field.type === "enum" ? readOption(field, asked) : readNumber(field, asked);
}

function readOption({ key, options }: LiveField, asked: unknown): ReadValue {
  const found = options.find(({ value }) => value === asked);
  if (found) return { value: found.value };
  const values = options.map(({ value }) => value);
  return { problem: text.problems.notAnOption(key, values) };
}

function readNumber(field: LiveField, asked: unknown): ReadValue {
  const sent = typeof asked === "string" ? Number(asked) : asked;
  if (typeof sent !== "number" || !Number.isFinite(sent))
    return { problem: text.problems.notANumber(field.key) };
  const { min, max } = rangeOf(field);
  const within = Math.min(Math.max(sent, min), max);
  const value = field.type === "integer" ? Math.round(within) : within;
  return within === sent ? { value } : { value, clamped: sent };
}

const rangeOf = ({ min, max }: LiveField): { min: number; max: number } => ({
  min: min ?? Number.NEGATIVE_INFINITY,
  max: max ?? Number.POSITIVE_INFINITY,
});
