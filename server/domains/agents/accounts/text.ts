import { instant } from "../../../lib/instant.ts";
import type { AccountStatus } from "./model.ts";

const orUnknown = (at: number | null): string => (at === null ? "an unknown time" : instant(at));

/** The words of accounts: answers, reasons, notifications and the session log. */
export const text = {
  added: (email: string, isKey: boolean) =>
    isKey ? `${email} was added` : `${email} was added. Sign in to it before agents can run on it.`,
  activated: (email: string) => `${email} is used first now`,
  changed: (email: string) => `${email} was changed`,
  refreshed: (count: number, failed: number) =>
    failed === 0
      ? `${count === 1 ? "One account was" : `${count} accounts were`} read`
      : `${failed} of ${count} could not be read`,
  login: {
    superseded: "Another sign-in to this account was started.",
    notStarted: "The CLI's sign-in command could not be started.",
    silent: "The CLI showed no link. Try again.",
    expired: "Nobody signed in within 12 minutes. Start another sign-in.",
    ended: "The sign-in did not succeed.",
    restarted: "The service was restarted. Start another sign-in.",
    unknownIdentity: "The provider does not say whose sign-in this is. Try again.",
    otherIdentity: (signedIn: string, wanted: string) =>
      `You signed in as ${signedIn}, but this account is ${wanted}. Sign out in the browser first.`,
  },
  signedOut: "This machine is signed out of it",
  renewalRefused: (message: string) => `The sign-in could not be renewed: ${message}`,
  keyRefreshed: {
    read: "The key was read",
    failed: "The key could not be read",
    none: "There is no key to read",
  },
  keyFromEnvironment: "The key comes from OPENROUTER_API_KEY in the environment of the service.",
  keyMissing: "Set OPENROUTER_API_KEY in the environment of the service, and restart it.",
  removed: (email: string) => `${email} was removed`,
  restored: (email: string, isThere: boolean) =>
    isThere ? `${email} is an account again` : `This machine is not signed in as ${email} any more`,

  tool: {
    description:
      "Asks the provider what an account has used (refresh), or makes it the one that serves first (activate). Only for callers that act as a person; get_inference lists the accounts.",
    refreshed: "Account Refreshed",
    activated: "Account Activated",
    serves: (isNext: boolean) => (isNext ? "yes, the next turn runs on it" : "yes"),
  },

  /** Why an account does not serve. */
  notAsked: {
    credential: "Not signed in, so the provider was not asked",
    provider: "The provider of this agent cannot be asked about accounts",
  },
  whyNot: {
    none: "Not signed in",
    rejected: (reason: string | null) =>
      reason === null
        ? "The provider refused its credential"
        : `The provider refused its credential: ${reason}`,
    quota: (resetAt: number | null) =>
      resetAt === null ? "Out of quota" : `Out of quota until ${instant(resetAt)}`,
    reauth: "It needs a new sign-in",
  },
  notAdmitted: (email: string, why: string) => `${email} is not available. ${why}.`,

  dry: {
    recovery: (at: number | null, status: AccountStatus | "mixed") => {
      if (at !== null)
        return `Sessions continue at ${orUnknown(at)}, or as soon as another account is available.`;
      return status === "quota_exceeded"
        ? "The provider did not say when quota comes back. Add an account, or refresh one."
        : "Sign in again, or add another account.";
    },
  },

  /** What the session's log says when it goes on with another account. */
  rotated: {
    quota_exceeded: (from: string, to: string) =>
      `${from} has no quota left; the session continues on ${to}.`,
    auth_recovery: (from: string, to: string) =>
      `The provider refused the credential of ${from}; the session continues on ${to}.`,
  },
  noneServes: {
    quota: "No account has quota left.",
    credential: "The provider refused the credential of every account.",
  },
  refused: (email: string, runtime: string) =>
    `The provider refused the credential of ${email} (${runtime}). Replace its key or sign in again on the Inference page.`,
};
