export type Grant = "api" | "quick_router" | "external_app";

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

/** May a key of this standing call an operation that names these callers? The grant is compared exactly (R121). */
export function judgeKey(key: KnownKey | null, callers: readonly string[]): KeyVerdict {
  if (!key) return { kind: "refused", why: "unknown" };
  if (key.source === "env" && !key.listed) return { kind: "refused", why: "retired" };
  if (key.revokedAt !== null) return { kind: "refused", why: "revoked" };
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

/** Seen once a minute at most (R120). */
export const stampDue = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt >= 60_000;
