import type { Person } from "./domains/sessions/human-messages/index.ts";

/** The owner of this machine as a person. Returns null if the name is not known. */
export function ownerAsPerson({ name, email }: { name: string | null; email: string | null }): Person | null {
  return name === null ? null : { key: email ?? name, displayName: name };
}
