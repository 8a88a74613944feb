import { userInfo } from "node:os";
import type { Person } from "./domains/access/human-messages/index.ts";

/** How the owner of this machine is called, by what is known of them; null where nothing is. */
export function ownerAsPerson({ name, email }: { name: string | null; email: string | null }): Person | null {
  return name === null ? null : { key: email ?? name, displayName: name };
}

/** Null where the account has no name, as in some containers. */
export function accountName(): string | null {
  try {
    return userInfo().username.trim() || null;
  } catch {
    return null; // No entry for this user id.
  }
}
