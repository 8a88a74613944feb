import type { BrowserSignInService } from "../domains/access/browser-sign-ins/index.ts";
import type { Names } from "../domains/owner/confirmations/index.ts";
import { readLevel } from "../domains/workspace/sandboxes/index.ts";
import { repositoryAddress } from "../domains/workspace/trust/index.ts";
import type { Actor } from "../http/caller.ts";
import { Refusal } from "../lib/errors.ts";
import type { Services } from "./deps.ts";

/** The names of stored things, for the words of what a person confirms. */
export const namesOf = ({
  keys,
  externalApps,
  connections,
  browserSignIns,
  sessions,
  triggers,
  repositorySandboxes,
}: Pick<
  Services,
  "keys" | "externalApps" | "connections" | "browserSignIns" | "sessions" | "triggers" | "repositorySandboxes"
>): Names => ({
  asker: (actor) => askerName(browserSignIns, actor),
  apiKey: (id) => keys.list().find((key) => key.id === id)?.name ?? null,
  integration: (id) => unlessRefused(() => externalApps.get(id).name),
  connection: (id) => connections.grant(id)?.clientName ?? null,
  repository: repositoryAddress,
  widening: (change) => unlessRefused(() => repositorySandboxes.widening(change)),
  looserTrigger: ({ trigger, sandbox }) =>
    unlessRefused(() => {
      const row = triggers.byId(Number(trigger));
      // The sandbox of the trigger's repository, which may be stricter, stays as it is.
      const now = { gitRoot: null, sandbox: row?.sandbox ?? null };
      const level = row ? repositorySandboxes.looser(now, readLevel(sandbox)) : null;
      return row && level !== null ? { name: row.name, level } : null;
    }),
  looserSession: ({ session, sandbox }) =>
    unlessRefused(() => {
      const row = sessions.find(session);
      const level = repositorySandboxes.looser(row, readLevel(sandbox));
      return level === null ? null : { title: row.title, level };
    }),
});

/** What Settings calls the browser or device that asks; null if it has no name. */
export function askerName(browsers: Pick<BrowserSignInService, "nameOf">, actor: Actor): string | null {
  if (actor.kind === "native" || actor.kind === "mcp_client") return actor.clientName;
  return actor.kind === "board" && actor.browserId !== undefined ? browsers.nameOf(actor.browserId) : null;
}

/** The operation itself then says why. */
function unlessRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
