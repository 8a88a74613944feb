import { Refusal } from "../lib/errors.ts";

/** What marks a refusal as one of the arguments: the command then ends with 2. */
export const usageLabel = "Invalid arguments";

/** Arguments that `parse` throws for are refused with the usage. */
export function parseOrRefuse<Values>(parse: () => Values, usage: string): Values {
  try {
    return parse();
  } catch (cause) {
    throw new Refusal({ status: 422, label: usageLabel, messages: [usage], cause });
  }
}
