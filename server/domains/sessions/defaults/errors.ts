import { invalid, type Refusal } from "../../../lib/errors.ts";
import type { DefaultsProblem } from "./rules.ts";

export const invalidDefaults = (problems: readonly DefaultsProblem[]): Refusal =>
  invalid(problems.map(sentence), "Invalid defaults");

function sentence(problem: DefaultsProblem): string {
  switch (problem.kind) {
    case "unknown_runtime":
      return `There is no runtime "${problem.runtime}"; available are ${problem.known.join(", ")}`;
    case "model_not_offered":
      return `${problem.runtime} does not offer the model "${problem.model}". Check the spelling, or add the model first`;
    case "effort_not_accepted":
      return `The model "${problem.model}" does not accept the effort "${problem.effort}"`;
  }
}
