import type { Me, Owner, WebSignIn } from "../../../../server/domains/access/identity/model.ts";

/** What the fields of the profile hold. */
export interface OwnerForm {
  name: string;
  email: string;
}

export const formOf = ({ name, email }: { name: string | null; email: string | null }): OwnerForm => ({
  name: name ?? "",
  email: email ?? "",
});

export const profileOf = ({ name, email }: OwnerForm) => ({
  name: name.trim(),
  email: email.trim() === "" ? null : email.trim(),
});

/** Where the name that is in use comes from, where the owner did not give it. */
export const sourceWords: Readonly<Record<Owner["source"], string | null>> = {
  profile: null,
  environment:
    "From the variables SERVICE_OWNER_NAME and SERVICE_OWNER_EMAIL. What you save here takes precedence.",
  account: "From the system account that runs the service.",
  nobody: "Not set yet: messages from the board have no author.",
};

/** The owner is asked once, and only where nobody has said who they are. */
export const isUnasked = ({ source }: Owner): boolean => source === "account" || source === "nobody";

/** Whom a sign-in or a paired device names, so that nothing else does; null for who sits at the machine itself. */
export function namedElsewhere(caller: { me: Me; web_sign_in: WebSignIn | null }): string | null {
  const { me, web_sign_in: signIn } = caller;
  if (signIn !== null) return `${signIn.name}, ${signIn.email}`;
  return me.authenticated_as === "native_app" ? me.email : null;
}

/** "Ada Lovelace, ada@example.org"; null where there is no name to offer. */
export function offerOf({ name, email }: { name: string | null; email: string | null }): string | null {
  if (name === null) return null;
  return email === null ? name : `${name}, ${email}`;
}
