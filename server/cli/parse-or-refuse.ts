import { invalid, Refusal } from "../lib/errors.ts";

const usageLabel = "Invalid arguments";

/** A refusal of the arguments: the command ends with 2. */
export const usageRefusal = (message: string): Refusal => invalid(message, usageLabel);

export const isUsageRefusal = (error: unknown): boolean =>
  error instanceof Refusal && error.label === usageLabel;

/** Arguments that `parse` throws for are refused with the usage. */
export function parseOrRefuse<Values>(parse: () => Values, usage: string): Values {
  try {
    return parse();
  } catch (cause) {
    throw new Refusal({ status: 422, label: usageLabel, messages: [usage], cause });
  }
}
