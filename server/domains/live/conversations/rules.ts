import type { LiveStatus } from "./model.ts";

/** What live conversations need, as it is now. */
export interface Prerequisites {
  keyConfigured: boolean;
}

export type Missing = "no_key";

/** R158: a key; nothing is asked of the provider. Without an agent root, the service's own words instruct the model. */
export const missingOf = ({ keyConfigured }: Prerequisites): Missing[] => (keyConfigured ? [] : ["no_key"]);

export const isOpen = (status: LiveStatus): boolean => status === "preparing" || status === "active";

const callSize = 1_000_000;

/**
 * Where a turn goes. With the call and the item that the page counted it goes where it was said, whenever it arrives;
 * otherwise after all that there is.
 */
export function placeOf(
  asked: { call?: number | null | undefined; item?: number | null | undefined },
  { callNumber, last }: { callNumber: number; last: number | null },
): number {
  const { call, item } = asked;
  if (call !== null && call !== undefined && item !== null && item !== undefined && call <= callNumber)
    return call * callSize + item;
  const start = callNumber * callSize;
  return last === null || last < start ? start : last + 1;
}

const titleLength = 60;

/** The first words of the conversation. */
export function titleFrom(content: string): string {
  const line = content.trim().split(/\s+/).join(" ");
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1).trimEnd()}…`.toWellFormed();
}

export interface SpentSoFar {
  conversation: number;
  today: number;
}

export interface SpendingLimits {
  conversation: number;
  day: number;
}

export type SpendingVerdict = "within" | "conversation_limit" | "day_limit";

/** Whether another answer may be asked for; all in the same unit. */
export function spendingVerdict(spent: SpentSoFar, limits: SpendingLimits): SpendingVerdict {
  if (spent.today >= limits.day) return "day_limit";
  return spent.conversation >= limits.conversation ? "conversation_limit" : "within";
}
