import type { RepositoryTrust } from "../../../../server/domains/workspace/trust/model.ts";
import { text } from "./text.ts";

/** Who decided on a repository, and how. */
export function decisionText({ trusted, by, person }: RepositoryTrust): string {
  if (by === "catalog") return text.byCatalog;
  if (person === null) return text.untrusted;
  return trusted ? text.byPerson(person) : text.revokedBy(person);
}
