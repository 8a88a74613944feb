import type { SchedulingClass } from "../../../server/domains/sessions/sessions/model.ts";

const accounts = (count: number): string => `${count} ${count === 1 ? "account" : "accounts"}`;
const sessions = (count: number): string => `${count} open ${count === 1 ? "session" : "sessions"}`;

/** The words of the Inference page. */
export const text = {
  title: "Inference",
  intro: "The accounts that agents run on, what is left of them, and which one is next in line.",
  loading: "the accounts",
  runtime: "Agent",
  refreshAll: "Refresh",
  refreshFailed: "The accounts could not be read",

  pool: {
    title: "Pool",
    serves: (email: string): string => `${email} runs the next turn.`,
    machine: "Turns run on this machine's own sign-in or key, because no account is set up.",
    dry: "Out of quota.",
    signedOut: "No account is signed in.",
    back: (time: string, left: string): string => `The next one is back at ${time}, in ${left}.`,
    due: "The next one is due back now.",
    unknown: "Reset time unknown.",
    counts: (of: { total: number; servable: number }): string =>
      of.total === of.servable
        ? `${accounts(of.total)}, all available`
        : `${of.servable} of ${accounts(of.total)} available`,
    average: (read: number): string => (read === 1 ? "From one reading" : `Average of ${read} readings`),
    worst: (email: string, percent: string): string => `Highest: ${email}, ${percent}`,
    whyDry: "Why no account is available",
    inDollars: "Windows in dollars",
    left: (remaining: string, capacity: string): string =>
      `about ${remaining} of ${capacity} left, at list prices`,
    estimate: (observations: number): string =>
      `Estimated from what was spent and how much of the window that used, ${observations === 1 ? "once" : `${observations} times`}`,
  },

  windows: {
    five_hour: "5 hours",
    seven_day: "7 days",
    other: {
      seven_day_opus: "7 days of Opus",
      seven_day_sonnet: "7 days of Sonnet",
      seven_day_oi: "7 days, included overage",
      overage: "Overage",
    } as Readonly<Record<string, string>>,
  },
  credits: {
    name: "Beyond the plan",
    of: (used: string, limit: string): string => `${used} of ${limit}`,
    left: (balance: string): string => `${balance} left`,
    used: (amount: string): string => `${amount} used`,
    unlimited: "no limit",
  },
  window: {
    used: (name: string, percent: string): string => `${name}: ${percent} used`,
    unknown: "not reported",
    reset: "was reset",
    resetsIn: (left: string): string => `resets in ${left}`,
    noReset: "reset unknown",
    counted: "Counted as 100% while the week is spent",
  },

  accounts: "Accounts",
  empty: "No accounts yet",
  emptyHint: "Until you add one, agents run on this machine's own sign-in or key.",
  emptyAction: "Add account",
  account: {
    next: "Next in line",
    status: {
      active: "Ready",
      quota_exceeded: "Out of quota",
      needs_reauth: "Needs a new credential",
    },
    unverified: "Not asked about yet",
    key: "API key",
    signIn: "Sign-in",
    machine: "This machine's sign-in",
    hits: (count: number): string => (count === 1 ? "ran out once" : `ran out ${count} times`),
    read: "read",
    noWindows: "API keys have no usage limits to show.",
    neverRead: "Not read yet.",
    probeFailed: (reason: string): string => `The last reading failed: ${reason}`,
    spent: "Out of quota.",
    spentUntil: (time: string, left: string): string => `Resets at ${time} (in ${left})`,
    plan: (plan: string): string => `${plan} plan`,
    priority: (number: number): string => `Order ${number}`,
    refresh: "Refresh",
    refreshNamed: (email: string): string => `Refresh ${email}`,
    refreshFailed: "The account could not be read",
    activate: "Use first",
    activateNamed: (email: string): string => `Use ${email} first`,
    activateFailed: "The account cannot be used first",
    more: (email: string): string => `More for ${email}`,
    replaceKey: "Replace key",
    history: "History",
    hideHistory: "Hide history",
    remove: "Remove",
    restoreFailed: "The sign-in was not taken over again",
    removeMachine:
      "This machine stays signed in to it, but no turn runs on it any more. To use it again, add an account with the same email.",
    removeTitle: (email: string): string => `Remove ${email}?`,
    removeBody:
      "Its key or sign-in is deleted from this machine. Turns that run on it end as they are; the next ones run on another account. Its history stays.",
  },

  add: {
    button: "Add account",
    title: "Add an account",
    description: (runtime: string): string => `Turns of ${runtime} can run on it.`,
    email: "Name or email",
    emailHint: "How this account is called here. Each name is used once.",
    with: "Kind of account",
    kinds: { api_key: "API key", sign_in: "Sign-in" },
    signInHint: (runtime: string): string =>
      `After this, you sign in through ${runtime}'s own command; its page opens in your browser.`,
    emailOf: "Email",
    emailOfHint: "The address that you sign in with.",
    key: "API key",
    keyHint: "Kept in the secret store of this machine. It is never shown again.",
    order: "Order",
    orderHint: "The lowest number comes after the account that you use first. Empty: after all others.",
    submit: "Add account",
    failed: "The account was not added",
  },
  replace: {
    title: (email: string): string => `Replace the key of ${email}`,
    submit: "Replace key",
    failed: "The key was not replaced",
  },

  signIn: {
    start: "Sign in",
    again: "Sign in again",
    startNamed: (email: string): string => `Sign in to ${email}`,
    failed: "The sign-in was not started",
    label: (email: string): string => `Sign-in to ${email}`,
    steps: {
      starting: "Starting the sign-in…",
      awaiting_user: "Open the link and sign in. This page goes on by itself.",
      awaiting_code: "Open the link, sign in, and enter the code that the page shows.",
      completing: "Finishing the sign-in…",
      succeeded: "Signed in.",
      failed: "The sign-in failed.",
      canceled: "The sign-in was canceled.",
      expired: "The sign-in expired.",
    },
    open: "Open the sign-in page",
    copyLink: "Copy the link",
    enter: "Enter this code there:",
    copyCode: "Copy the code",
    code: "Code from the page",
    send: "Send code",
    sendFailed: "The code was not taken",
    cancel: "Cancel",
  },
  history: {
    label: (email: string): string => `Use of ${email} over time`,
    days: "Period",
    options: { "1": "Day", "7": "Week", "30": "30 days", "90": "90 days" },
    loading: "the readings",
    empty: "There are no readings in this period.",
    summary: (of: { count: number; five: string; seven: string }): string =>
      `${of.count} readings. Highest use: ${of.five} of 5 hours, ${of.seven} of 7 days.`,
  },

  rotations: {
    title: "Account switches",
    empty: "No account switches yet.",
    none: "none",
    deleted: "removed",
    to: "to",
    reasons: {
      quota_exceeded: "Out of quota",
      auth_recovery: "Credential refused",
      manual: "Chosen",
      deleted: "Account removed",
    } as Readonly<Record<string, string>>,
    by: (who: string): string => `by ${who}`,
    session: (id: number): string => `Session ${id}`,
  },

  key: {
    title: "OpenRouter key",
    present: "The key is set.",
    missing: "There is no key.",
    refused: "OpenRouter refused the key.",
    fingerprint: "Fingerprint",
    left: (of: { left: string; limit: string; resets: string | null }): string =>
      `${of.left} of ${of.limit} left${of.resets === null ? "" : `, ${of.resets}`}`,
    noLimit: "No limit",
    resets: {
      daily: "resets each day",
      weekly: "resets each week",
      monthly: "resets each month",
    } as Readonly<Record<string, string>>,
    used: { all: "Used", today: "Today", week: "This week", month: "This month" },
    free: "Free tier",
  },

  genesis: {
    title: "Default priority by source",
    intro:
      "Priority sessions start at once; spot sessions wait for room. This holds for sessions that chose no class of their own.",
    kinds: {
      web_ui: "This board",
      api: "API and tools",
      unknown: "Unknown origin",
      chat: "Chat",
      code_host_issue: "Issues",
      code_host_label: "Labels",
      schedule: "Schedules",
      ao_event: "Events",
    } as Readonly<Record<string, string>>,
    classes: { spot: "Spot", priority: "Priority" } satisfies Record<SchedulingClass, string>,
    byTrigger: "Set by the trigger",
    moves: (count: number): string => `Affects ${sessions(count)}`,
    reset: "Use the defaults",
    failed: "The class was not changed",
    classOf: (kind: string): string => `Default priority of sessions from: ${kind}`,
  },
  policy: "The spot policy and the queue are on the Queue page.",
  queue: "Open the queue",
};
