/** A comment or a review of a pull request, with GitHub's own word on who wrote it. */
export interface Comment {
  author: string;
  /** Such as OWNER, MEMBER, CONTRIBUTOR or NONE. */
  association: string;
  body: string;
  url: string;
  /** The file and line that it is on; null for the whole pull request. */
  place: string | null;
  /** Epoch milliseconds by the host's clock. */
  at: number;
}

/** A check that failed, with the lines that the host names. */
export interface FailedCheck {
  name: string;
  conclusion: string;
  url: string | null;
  summary: string;
  lines: readonly { place: string; message: string }[];
  /** When it failed, in epoch milliseconds by the host's clock. */
  at: number;
}

/** Anybody can comment on a public repository; a session is told what these write. */
const trusted: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** When the session's pull request was first seen, by the host's clock: what is older is not for it. */
export const seenAt = (
  { firstSeenAt }: { firstSeenAt: number },
  { hostNow, now }: { hostNow: number; now: number },
): number => firstSeenAt + hostNow - now;

/** Somebody who writes several comments is waited for this long. */
const quietMs = 60_000;
/** Checks that never end do not keep the failure of the others from being told. */
const longestCheckMs = 10 * 60_000;

/** An app signs in with this end of its name, and comments without it. */
const accountOf = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, "");

/**
 * The comments to tell, oldest first, once their authors have been quiet for a while: those after `toldTo`, by people of the
 * repository, and never by `ownLogin`, whose token the agent comments with.
 */
export function commentsToTell(
  comments: readonly Comment[],
  { toldTo, ownLogin, hostNow }: { toldTo: number; ownLogin: string; hostNow: number },
): Comment[] {
  const isOwn = ({ author }: Comment): boolean => accountOf(author) === accountOf(ownLogin);
  const found = comments
    .filter((one) => one.at > toldTo && !isOwn(one) && trusted.has(one.association) && one.body.trim() !== "")
    .toSorted((one, other) => one.at - other.at);
  const last = found.at(-1);
  return last && hostNow - last.at >= quietMs ? found : [];
}

/** A branch can go back to a head that was told before; the newest ones are kept. */
const headsKept = 50;

const headsIn = (told: string | null): string[] => (told === null ? [] : told.split(" "));

export const wasTold = (told: string | null, sha: string): boolean => headsIn(told).includes(sha);
export const withHead = (told: string | null, sha: string): string =>
  [sha, ...headsIn(told)].slice(0, headsKept).join(" ");

/** As if it was never told. */
export const withoutHead = (told: string | null, sha: string): string | null =>
  headsIn(told)
    .filter((one) => one !== sha)
    .join(" ") || null;

/** Whether the failure of a commit's checks is to be told now: all have ended, or it has been known for long. */
export const isSettled = (
  { hasRunningChecks }: { hasRunningChecks: boolean },
  { failedAt, now }: { failedAt: number; now: number },
): boolean => !hasRunningChecks || now - failedAt >= longestCheckMs;
