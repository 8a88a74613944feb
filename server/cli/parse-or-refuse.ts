import { Refusal } from "../lib/errors.ts";

/** Arguments that `parse` throws for are refused with the usage. */
export function parseOrRefuse<Values>(parse: () => Values, usage: string): Values {
  try {
    return parse();
  } catch (cause) {
    throw new Refusal({ status: 422, label: "Invalid arguments", messages: [usage], cause });
  }
}
