import type { ComposeDeps } from "./compose.ts";
import type { Core } from "./compose-domains.ts";
import type { Ground } from "./compose-ground.ts";
import { changeService } from "./domains/changes/index.ts";

/** The domains that stand around the sessions: they listen to them and add to what is known of them. */
export function composeAround(_deps: ComposeDeps, ground: Ground, core: Core) {
  const { redactor, workspaces } = ground;
  const changes = changeService({
    find: core.sessions.find,
    compare: workspaces.compare,
    redact: (text) => redactor.redact(text),
  });
  return { changes };
}
