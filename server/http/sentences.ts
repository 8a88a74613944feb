import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const counted: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

const amount = (size: number | bigint, [one, many]: readonly [string, string]): string =>
  `${size.toLocaleString("en")} ${Number(size) === 1 ? one : many}`;

/**
 * What is wrong with a value, as the end of a sentence that starts with its name. undefined if the schema has its own
 * message, or zod a better one.
 */
export function whatIsWrong(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      if (issue.input === undefined) return "is required";
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bound(issue, { at: issue.minimum, counts: "at least", measures: ["or more", "more than"] });
    case "too_big":
      return bound(issue, { at: issue.maximum, counts: "at most", measures: ["or less", "less than"] });
    case "unrecognized_keys":
      return `must not have ${issue.keys.map((key) => key.slice(0, 100)).join(", ")}, which is unknown`;
    case "invalid_key":
      return "is unknown";
    case "invalid_union":
      return withinOne(issue.errors) ?? either(issue.errors.map(([first]) => wholeMessage(first)));
    default:
      return undefined;
  }
}

type Nested = Extract<Issue, { code: "invalid_union" }>["errors"][number][number];

const wholeMessage = (first: Nested | undefined): string | null =>
  first?.path.length === 0 ? first.message : null;

/** Where the value is of the kind of one schema only, what is wrong within it. */
function withinOne(errors: readonly (readonly Nested[])[]): string | undefined {
  const within = errors.filter(
    ([first]) => first && (first.path.length > 0 || first.code !== "invalid_type"),
  );
  const [first] = within.length === 1 ? (within[0] ?? []) : [];
  return first && first.path.length > 0 ? sentenceOn(first) : undefined;
}

const must = "must be ";

/** Combines the messages of several schemas about the whole value, if they make one sentence. */
function either(said: readonly (string | null)[]): string | undefined {
  const different = [...new Set(said)].filter((words) => words !== null);
  if (said.includes(null)) return undefined;
  if (different.length === 1) return different[0];
  if (!different.every((words) => words.startsWith(must))) return undefined;
  return must + different.map((words) => words.slice(must.length)).join(" or ");
}

function bound(
  { origin, inclusive = true }: Extract<Issue, { code: "too_small" | "too_big" }>,
  limit: { at: number | bigint; counts: string; measures: readonly [inclusive: string, exclusive: string] },
): string {
  const unit = counted[origin];
  if (unit) return `must have ${limit.counts} ${amount(limit.at, unit)}`;
  const at = limit.at.toLocaleString("en");
  return inclusive ? `must be ${at} ${limit.measures[0]}` : `must be ${limit.measures[1]} ${at}`;
}

/** A sentence about the value at this path of the input. */
export function sentenceOn({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const place = path.map(String).join(".");
  const ends = /^(?:is|must) /.test(message);
  if (place === "") return ends ? `The input ${message}` : message;
  return `${place}${ends ? "" : ":"} ${message}`;
}
