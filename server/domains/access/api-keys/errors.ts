import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";
import type { MintProblem } from "./rules.ts";
import { text } from "./text.ts";

export const keyRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "API key not found" },
  unauthorized: { status: 401, label: "Unauthorized", message: "Invalid or missing API key" },
  needs_person: {
    status: 403,
    label: "Forbidden",
    message: "This requires a signed-in person; an API key cannot do it",
  },
});

/** Has one sentence for each problem with the requested key. */
export const keyNotMinted = (problems: readonly MintProblem[]): Refusal =>
  invalid(problems.map((problem) => text.problems[problem]));
