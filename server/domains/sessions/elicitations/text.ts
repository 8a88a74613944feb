import type { FieldProblem } from "./rules.ts";

const entries = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);
const characters = (count: number): string => (count === 1 ? "1 character" : `${count} characters`);

type With<Key extends string> = Extract<FieldProblem, Record<Key, unknown>>;
type Plain = Exclude<FieldProblem, With<"limit"> | With<"choices"> | With<"format">>;

const plain: Record<Plain["kind"], string> = {
  required: "is required",
  unknown: "is not a field of the form",
  not_boolean: "must be true or false",
  not_number: "must be a number",
  not_integer: "must be a whole number",
  not_text: "must be text",
  not_list: "must be a list",
  repeated: "contains the same choice twice",
};

const limits: Record<With<"limit">["kind"], (limit: number) => string> = {
  below: (limit) => `must be at least ${limit}`,
  above: (limit) => `must be at most ${limit}`,
  too_short: (limit) => `must have at least ${characters(limit)}`,
  too_long: (limit) => `must have at most ${characters(limit)}`,
  too_few: (limit) => `must have at least ${entries(limit)}`,
  too_many: (limit) => `must have at most ${entries(limit)}`,
};

const choices: Record<With<"choices">["kind"], string> = {
  not_a_choice: "must be one of",
  not_choices: "can only contain",
};

const formats: Record<With<"format">["format"], string> = {
  email: "must be an email address",
  uri: "must be an absolute URL",
  date: "must be a date such as 2026-01-31",
  "date-time": "must be a date and time such as 2026-01-31T12:00:00Z",
};

/** The rest of a sentence that begins with the name of the field. */
function problem(found: FieldProblem): string {
  if ("limit" in found) return limits[found.kind](found.limit);
  if ("choices" in found) return `${choices[found.kind]} ${found.choices.join(", ")}`;
  return "format" in found ? formats[found.format] : plain[found.kind];
}

/** The words of questions: notes in the session log, problems of answers, and the tool's answer. */
export const text = {
  problem: (found: FieldProblem) => `${found.field} ${problem(found)}`,
  asked: (summary: string) => `A tool asked: ${summary}`,
  answered: (action: string, by: string) => `The question was answered (${action}) by ${by}`,
  expired: (summary: string) => `The question expired without an answer: ${summary}`,
  stranded: (summary: string) => `The agent stopped waiting for an answer: ${summary}`,
  agent: {
    other: "In your own words",
    untitled: "The agent asks for an answer.",
    declined:
      "The person declined to answer. Go on without the answer, or end the turn and say what you need.",
    expired: "Nobody answered in time. Go on without the answer, or end the turn and say what you need.",
    failed: "The question could not be shown to a person.",
  },
  tool: { answered: "Question Answered", request: "Request", action: "Action" },
};
