import type { Me, Owner, WebSignIn } from "../../../../server/domains/access/identity/model.ts";

/** The fields of the form. */
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

/** The owner is asked only until a name is confirmed. */
export const isUnconfirmed = ({ source }: Owner): boolean => source === "account" || source === "nobody";

/** The person that web sign-in or a paired device names; null at the machine itself. */
export function namedElsewhere(caller: { me: Me; web_sign_in: WebSignIn | null }): string | null {
  const { me, web_sign_in: signIn } = caller;
  if (signIn !== null) return `${signIn.name}, ${signIn.email}`;
  return me.authenticated_as === "native_app" ? me.email : null;
}

/** "Ada Lovelace, ada@example.org"; null without a name. */
export function suggestionText({
  name,
  email,
}: {
  name: string | null;
  email: string | null;
}): string | null {
  if (name === null) return null;
  return email === null ? name : `${name}, ${email}`;
}
