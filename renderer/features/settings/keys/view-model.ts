import type { ApiKey } from "../../../../server/domains/access/api-keys/model.ts";
import { text } from "./text.ts";

/** The origin of a key that was not created on this page; null otherwise. */
export function originOf({ source, external_app }: ApiKey): string | null {
  if (external_app !== null) return text.key.ofIntegration(external_app.name);
  return source === "env" ? text.key.fromEnvironment : null;
}
