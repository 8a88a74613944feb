import type { Names } from "../domains/access/confirmations/index.ts";
import { repositoryAddress } from "../domains/repositories/trust/index.ts";
import { Refusal } from "../lib/errors.ts";
import type { Services } from "./deps.ts";

/** The names of stored things, for the words of what a person confirms. */
export const namesOf = ({
  keys,
  externalApps,
  connections,
}: Pick<Services, "keys" | "externalApps" | "connections">): Names => ({
  apiKey: (id) => keys.list().find((key) => key.id === id)?.name ?? null,
  integration: (id) => unlessRefused(() => externalApps.get(id).name),
  connection: (id) => connections.grant(id)?.clientName ?? null,
  repository: repositoryAddress,
});

/** The operation itself then says why. */
function unlessRefused(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
