import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { AccountCredential } from "../../../runtimes/account-probe.ts";

/** What a stored account proves itself with. */
type StoredCredential = AccountCredential;

/** Keys and tokens of accounts, by the id of the account. */
export function credentialStorage(secrets: Pick<SecretStore, "read" | "write" | "remove">) {
  const name = (id: number): string => `account/${id}`;
  return {
    read(id: number): StoredCredential | null {
      const text = secrets.read(name(id));
      return text === null ? null : (JSON.parse(text) as StoredCredential);
    },
    write: (id: number, value: StoredCredential): void => secrets.write(name(id), JSON.stringify(value)),
    remove: (id: number): void => secrets.remove(name(id)),
  };
}
