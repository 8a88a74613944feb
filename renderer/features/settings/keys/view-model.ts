import type { ApiKey, Grant, KeyStatus } from "../../../../server/domains/access/api-keys/model.ts";

/** What a key opens, in a few words. */
export const grantWords: Readonly<Record<Grant, string>> = {
  api: "The whole API",
  quick_router: "Quick start only",
  external_app: "One integration's triggers",
};

export const statusWords: Readonly<Record<KeyStatus, string>> = {
  active: "Active",
  revoked: "Revoked",
  retired: "No longer listed",
};

/** Where a key came from, where it is not simply one that was minted here. */
export function originOf({ source, external_app }: ApiKey): string | null {
  if (external_app !== null) return `Plugin ${external_app.name}`;
  return source === "env" ? "From API_KEYS" : null;
}
