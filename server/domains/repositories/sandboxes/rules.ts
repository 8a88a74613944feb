import {
  type SandboxGrant,
  type SandboxLevel,
  sandboxGrants,
  sandboxLevels,
} from "../../../lib/sandbox/model.ts";
import { sandboxRefusal } from "./errors.ts";

/** Null for no wish. Throws 422 naming the levels. */
export function readLevel(value: string | null | undefined): SandboxLevel | null {
  if (value === null || value === undefined) return null;
  const level = sandboxLevels.find((known) => known === value);
  if (level !== undefined) return level;
  throw sandboxRefusal("unknown_level", { value, known: sandboxLevels.join(", ") });
}

/** Throws 422 for a grant that does not exist, or that the service does not give. */
export function readGrants(
  values: readonly string[] | null,
  given: readonly SandboxGrant[],
): SandboxGrant[] | null {
  if (values === null) return null;
  const unknown = values.find((value) => !(sandboxGrants as readonly string[]).includes(value));
  if (unknown !== undefined)
    throw sandboxRefusal("unknown_grant", { value: unknown, known: sandboxGrants.join(", ") });
  const missing = values.find((value) => !(given as readonly string[]).includes(value));
  if (missing !== undefined)
    throw sandboxRefusal("grant_not_given", { value: missing, given: given.join(", ") });
  return given.filter((grant) => values.includes(grant));
}
