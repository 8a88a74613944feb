import { type Grant, type KeyStatus, keyNameLimit } from "./model.ts";

/** What is known about a presented key. */
export interface KnownKey {
  source: "env" | "minted";
  grant: Grant;
  revokedAt: number | null;
  /** When the connection or the key that made it ended. */
  makerEndedAt: number | null;
  /** Only for env keys: whether API_KEYS still lists it. */
  listed: boolean;
}

export type KeyVerdict =
  | { kind: "accepted" }
  /** 403 before any lookup: the operation requires a person (R127). */
  | { kind: "needs_person" }
  | { kind: "refused"; why: "unknown" | "revoked" | "retired" | "wrong_grant" };

/** A key that a person revoked stays revoked, even if it is listed again. */
export function statusOf({ source, revokedAt, makerEndedAt, listed }: Omit<KnownKey, "grant">): KeyStatus {
  if (revokedAt !== null || makerEndedAt !== null) return "revoked";
  return source === "env" && !listed ? "retired" : "active";
}

/** Whether a key may call an operation with these callers. The grant is compared exactly (R121). */
export function decideKey(key: KnownKey | null, callers: readonly string[]): KeyVerdict {
  if (!key) return { kind: "refused", why: "unknown" };
  const status = statusOf(key);
  if (status !== "active") return { kind: "refused", why: status };
  if (callers.includes(key.grant)) return { kind: "accepted" };
  if (key.grant === "api" && callers.includes("human")) return { kind: "needs_person" };
  return { kind: "refused", why: "wrong_grant" };
}

/** The entries of the comma-separated API_KEYS, without blanks and surrounding spaces. */
export function readKeyList(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
}

/** A key with fewer characters can be guessed. */
export const shortestGoodKey = 16;

/** How many keys of the list are too short. */
export const shortKeys = (list: string | undefined): number =>
  readKeyList(list).filter((key) => key.length < shortestGoodKey).length;

/** Prefixes make keys recognizable, so that a leaked one can be identified and redacted. */
export const keyPrefixes = { integration: "sbx_", minted: "sbk_" } as const;

/** The key of the owner's commands, as it is listed: a new one with each start of the service that uses them. */
export const commandKeyName = "signalbox command";
export const commandMaker = "The signalbox command on this machine";

/** The grants a person may mint directly; an integration's key is minted through the integration (R142). */
export const mintable: readonly Grant[] = ["api", "quick_router"];

/** Characters that break a log line or a list, or make one name look like another. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** What can be wrong with the request for a new key. */
export type MintProblem =
  | "blank_name"
  | "long_name"
  | "control_characters"
  | "taken_name"
  /** Only an integration gets keys with another grant. */
  | "other_grant";

/** What is wrong with the name of a new key. */
export function nameProblems(name: string, isTaken: (name: string) => boolean): MintProblem[] {
  if (name === "") return ["blank_name"];
  const problems: MintProblem[] = [];
  if (name.length > keyNameLimit) problems.push("long_name");
  if (unprintable.test(name)) problems.push("control_characters");
  if (isTaken(name)) problems.push("taken_name");
  return problems;
}
