import { userInfo } from "node:os";
import type { Person } from "./domains/people/index.ts";
import type { Settings } from "./settings.ts";

/**
 * The person at this machine: as the settings name him, else by his account. Null where the account has no
 * name, as in some containers.
 */
export function readOwner({ owner }: Pick<Settings, "owner">, account = accountName): Person | null {
  const name = owner.name ?? owner.email ?? account();
  if (name === null) return null;
  return { key: owner.email?.toLowerCase() ?? name, displayName: name };
}

function accountName(): string | null {
  try {
    return userInfo().username.trim() || null;
  } catch {
    return null; // No entry for this user id.
  }
}
