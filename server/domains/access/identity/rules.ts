import type { Owner, OwnerProfile } from "./model.ts";

/** What each source says about the owner of this machine. */
export interface OwnerSources {
  profile: OwnerProfile | null;
  environment: { name: string | null; email: string | null };
  /** The name of the account the service runs under. */
  account: string | null;
}

/** The saved profile takes precedence, then the environment, then the account name. */
export function decideOwner({ profile, environment, account }: OwnerSources): Owner {
  if (profile) return { ...profile, source: "profile" };
  const email = environment.email?.toLowerCase() ?? null;
  const name = environment.name ?? environment.email;
  if (name !== null) return { name, email, source: "environment" };
  return { name: account, email: null, source: account === null ? "nobody" : "account" };
}
