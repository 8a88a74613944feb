import type { QueryClient } from "@tanstack/react-query";

export const fuelKey = ["fuel"] as const;

const settleMs = 10_000;
let due: ReturnType<typeof setTimeout> | undefined;

const causes: ReadonlySet<string> = new Set(["budgets", "inference"]);

/** At once, if an event of this type may change what is left. */
export function refreshFuel(client: QueryClient, type: string): void {
  if (causes.has(type)) read(client);
}

const read = (client: QueryClient): void => void client.invalidateQueries({ queryKey: fuelKey });

/** Once for all sessions that move and all calls that are recorded in this time. */
export function refreshFuelSoon(client: QueryClient): void {
  due ??= setTimeout(() => {
    due = undefined;
    read(client);
  }, settleMs);
}
