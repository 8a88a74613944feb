import { type Grant, type KeyStatus, keyNameLimit } from "./model.ts";

/** What is known of a presented key. */
export interface KnownKey {
  source: "env" | "minted";
  grant: Grant;
  revokedAt: number | null;
  /** Only for env keys: it still stands in the list. */
  listed: boolean;
}

export type KeyVerdict =
  | { kind: "accepted" }
  /** 403 before any lookup: the operation needs a person (R127). */
  | { kind: "needs_person" }
  | { kind: "refused"; why: "unknown" | "revoked" | "retired" | "wrong_grant" };

/** A person's revoke outlasts the list: a key that is put back into it stays revoked. */
export function statusOf({ source, revokedAt, listed }: Omit<KnownKey, "grant">): KeyStatus {
  if (revokedAt !== null) return "revoked";
  return source === "env" && !listed ? "retired" : "active";
}

/** May a key of this standing call an operation that names these callers? The grant is compared exactly (R121). */
export function judgeKey(key: KnownKey | null, callers: readonly string[]): KeyVerdict {
  if (!key) return { kind: "refused", why: "unknown" };
  const status = statusOf(key);
  if (status !== "active") return { kind: "refused", why: status };
  if (callers.includes(key.grant)) return { kind: "accepted" };
  if (key.grant === "api" && callers.includes("human")) return { kind: "needs_person" };
  return { kind: "refused", why: "wrong_grant" };
}

/** Entries of the comma-separated API_KEYS; blanks and surrounding space do not count. */
export function readKeyList(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
}

/** Keys tell what they are, so that a lost one is recognised and redacted: a plugin's, and anybody else's. */
export const keyPrefixes = { plugin: "sbx_", minted: "sbk_" } as const;

/** What a person may mint by itself; a plugin's key comes from its plugin (R142). */
export const mintable: readonly Grant[] = ["api", "quick_router"];

/** Nothing that a log line or a list would break at, and nothing that shows another name than it is. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** What is wrong with the name of a new key, one sentence each. */
export function faultsOfName(name: string, isTaken: (name: string) => boolean): string[] {
  if (name === "") return ["The name is blank"];
  const faults: string[] = [];
  if (name.length > keyNameLimit) faults.push(`The name is longer than ${keyNameLimit} characters`);
  if (unprintable.test(name)) faults.push("The name has control characters in it");
  if (isTaken(name)) faults.push("The name is taken: each key has one of its own, revoked ones too");
  return faults;
}
