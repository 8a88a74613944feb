import type { LoginStatus } from "./model.ts";

export type { LoginStatus } from "./model.ts";

/** Of what the terminal shows, what tells how far the attempt is. */
interface Progress {
  url: string | null;
  asksForCode: boolean;
}

const over: readonly LoginStatus[] = ["succeeded", "failed", "canceled", "expired"];

export const isLoginOver = (status: LoginStatus): boolean => over.includes(status);

/** How far an attempt is by what its terminal shows. It never goes back. */
export function statusShown(before: LoginStatus, { url, asksForCode }: Progress): LoginStatus {
  if (before !== "starting" && before !== "awaiting_user") return before;
  if (url === null) return before;
  return asksForCode ? "awaiting_code" : "awaiting_user";
}
