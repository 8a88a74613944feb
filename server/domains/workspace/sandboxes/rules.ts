import { looserLevel } from "../../../lib/sandbox/level-rules.ts";
import {
  type SandboxGrant,
  type SandboxLevel,
  sandboxGrants,
  sandboxLevels,
} from "../../../lib/sandbox/model.ts";
import { sandboxRefusal } from "./errors.ts";

/** What the agents of a repository can reach; null for a level or grants means the service's. */
export interface Reach {
  level: SandboxLevel | null;
  /** Folders of this machine, readable or writable. */
  read: readonly string[];
  write: readonly string[];
  grants: readonly string[] | null;
}

/** What agents can reach after a change and could not before. */
export interface Widening {
  level: SandboxLevel | null;
  folders: readonly string[];
  grants: readonly string[];
}

/** Null if the change gives nothing away. */
export function wideningOf(
  { before, after }: { before: Reach; after: Reach },
  service: { level: SandboxLevel; grants: readonly string[] },
): Widening | null {
  const level = looserLevel(before.level, { after: after.level, service: service.level });
  const grants = (after.grants ?? service.grants).filter(
    (grant) => !(before.grants ?? service.grants).includes(grant),
  );
  const folders = [
    ...after.write.filter((folder) => !before.write.includes(folder)),
    ...after.read.filter((folder) => ![...before.read, ...before.write, ...after.write].includes(folder)),
  ];
  return level === null && folders.length === 0 && grants.length === 0 ? null : { level, folders, grants };
}

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
