import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { windowCapacity } from "../../pricing/pacing/model.ts";

const instantOrNull = z.string().nullable();
const share = z.number().nullable();

const quotaWindow = z.object({
  /** From 0 to 1, as last read; null if the provider did not say. */
  utilization: share,
  /** What counts now: 0 once the window was reset, 1 for the five hours while the week is spent. */
  effective_utilization: share,
  status: z.string().nullable(),
  reset_at: instantOrNull,
  reset_passed: z.boolean(),
});

const credits = z.object({
  /** In dollars; null where the provider did not say, or has no such limit. */
  used: z.number().nullable(),
  limit: z.number().nullable(),
  balance: z.number().nullable(),
  unlimited: z.boolean(),
});

const accountQuota = z.object({
  taken_at: z.string(),
  trigger: z.string(),
  subscription_type: z.string().nullable(),
  rate_limit_tier: z.string().nullable(),
  /** Null if the provider did not report this window. */
  five_hour: quotaWindow.nullable(),
  seven_day: quotaWindow.nullable(),
  /** The week is spent, so what is left of the five hours cannot be used. */
  five_hour_headroom_unusable: z.boolean(),
  /** Windows of single models, and others that the provider reported. */
  other_windows: z.array(quotaWindow.extend({ name: z.string() })),
  /** What may be spent in dollars besides the windows; null if nothing may. */
  credits: credits.nullable(),
});

export const accountStatus = z.enum(["active", "quota_exceeded", "needs_reauth"]);
export type AccountStatus = z.infer<typeof accountStatus>;

export const loginStatus = z.enum([
  "starting",
  "awaiting_user",
  "awaiting_code",
  "completing",
  "succeeded",
  "failed",
  "canceled",
  "expired",
]);
export type LoginStatus = z.infer<typeof loginStatus>;

export const accountLogin = z
  .object({
    id: z.number().int(),
    account_id: z.number().int(),
    status: loginStatus,
    /** Where a person signs in. Null for callers that are no person, and once the attempt has ended. */
    verification_url: z.string().nullable(),
    /** What they enter there; null likewise, and if the CLI needs none. */
    verification_code: z.string().nullable(),
    /** The CLI waits for a code that the page shows. */
    awaiting_code: z.boolean(),
    code_received: z.boolean(),
    error_message: z.string().nullable(),
    created_at: z.string(),
    expires_at: z.string(),
    terminal: z.boolean(),
  })
  .meta({ id: "AccountLogin" });
export type AccountLogin = z.infer<typeof accountLogin>;

export const inferenceAccount = z
  .object({
    id: z.number().int(),
    runtime: z.string(),
    email: z.string(),
    priority: z.number().int(),
    is_current: z.boolean(),
    /** As last decided; stays until something proves otherwise. */
    status: accountStatus,
    /** The status with the newest reading taken into account. */
    effective_status: accountStatus,
    quota_hit_count: z.number().int(),
    /** When spent quota comes back, if the provider said. */
    quota_reset_at: instantOrNull,
    api_key_account: z.boolean(),
    /** `machine`: the CLI's own sign-in on this machine. */
    credential_place: z.enum(["none", "stored", "machine"]),
    credentials: z.object({
      state: z.enum(["none", "unverified", "verified", "rejected"]),
      stored: z.boolean(),
      refused: z.boolean(),
      rejected_at: instantOrNull,
      rejection_reason: z.string().nullable(),
      verified_at: instantOrNull,
    }),
    quota: accountQuota.nullable(),
    /** When the provider was last asked about it, and why it said nothing of use; null if it did. */
    probed_at: instantOrNull,
    probe_error: z.string().nullable(),
    login: z.object({
      /** Whether a person can sign in to it here; an account with a key needs none. */
      available: z.boolean(),
      active_attempt: accountLogin.nullable(),
      last_attempt: accountLogin.nullable(),
    }),
    /** Whether new turns may run on it, and why not, as a sentence. */
    serves: z.boolean(),
    why_not: z.string().nullable(),
    /** The account that the next turn runs on. */
    serves_next: z.boolean(),
  })
  .meta({ id: "InferenceAccount" });
export type InferenceAccount = z.infer<typeof inferenceAccount>;

const dollarWindow = z.object({
  name: z.enum(["five_hour", "weekly"]),
  /** In dollars at list prices, over all accounts. */
  capacity: z.number(),
  used: z.number(),
  remaining: z.number(),
  /** The average over the accounts; null if unknown. */
  resets_at: instantOrNull,
  /** What the capacity rests on. */
  estimate: windowCapacity.omit({ usd: true }),
});
export type DollarWindow = z.infer<typeof dollarWindow>;

const worst = z.object({ email: z.string(), utilization: z.number() }).nullable();

export const inferencePool = z
  .object({
    total: z.number().int(),
    active: z.number().int(),
    quota_exceeded: z.number().int(),
    needs_reauth: z.number().int(),
    /** Averages over the accounts that were read; null if none was. */
    five_hour_utilization: share,
    weekly_utilization: share,
    worst_five_hour: worst,
    worst_weekly: worst,
    read_count: z.number().int(),
    servable_count: z.number().int(),
    weekly_spent_count: z.number().int(),
    capacity_now: z.boolean(),
    next_capacity_at: instantOrNull,
    next_weekly_reset: instantOrNull,
    /** The windows in dollars, as far as they can be estimated from what was spent. */
    dollar_windows: z.array(dollarWindow),
    /** Whether turns run on this machine's own credentials, because no account has any. */
    uses_machine: z.boolean(),
    /** Why no account serves; null while one does, and without accounts. */
    dry: z
      .object({
        reasons: z.array(z.string()),
        breakdown: z.array(
          z.object({
            email: z.string(),
            reason: z.string(),
            sentence: z.string(),
            returns_at: instantOrNull,
          }),
        ),
        recovery: z.object({ at: instantOrNull, sentence: z.string() }),
      })
      .nullable(),
  })
  .meta({ id: "InferencePool" });
export type InferencePool = z.infer<typeof inferencePool>;

const rotatedAccount = z.object({ email: z.string(), deleted: z.boolean() }).nullable();

export const accountRotation = z
  .object({
    at: z.string(),
    from: rotatedAccount,
    to: rotatedAccount,
    reason: z.string(),
    source: z.enum(["automatic", "manual"]),
    triggered_by: z.string().nullable(),
    session_id: z.number().int().nullable(),
  })
  .meta({ id: "AccountRotation" });
export type AccountRotation = z.infer<typeof accountRotation>;

export const providerKey = z
  .object({
    present: z.boolean(),
    provider_badge: z.string(),
    /** The beginning of the key's SHA-256, to tell keys apart. */
    fingerprint: z.string().nullable(),
    path: z.string().nullable(),
    last_write: instantOrNull,
    writable: z.boolean(),
    deletable: z.boolean(),
    write_reason: z.string().nullable(),
    missing_permissions: z.array(z.string()),
    /** What the provider says of the key, in dollars; null before it was asked, and for values that it does not say. */
    usage: z
      .object({
        taken_at: z.string(),
        trigger: z.string(),
        label: z.string().nullable(),
        limit: z.number().nullable(),
        remaining: z.number().nullable(),
        resets: z.string().nullable(),
        used: z.number().nullable(),
        used_today: z.number().nullable(),
        used_this_week: z.number().nullable(),
        used_this_month: z.number().nullable(),
        free_tier: z.boolean().nullable(),
      })
      .nullable(),
    /** Why the last reading failed; null if it did not. */
    probe_error: z.string().nullable(),
    refused: z.boolean(),
  })
  .meta({ id: "ProviderKey" });
export type ProviderKey = z.infer<typeof providerKey>;

/** What one tab of the Inference page says about accounts. */
export const accountsOfRuntime = {
  accounts: z.array(inferenceAccount),
  pool: inferencePool,
  /** The newest 50. */
  rotation_log: z.array(accountRotation),
  /** Of the runtime without accounts; null for the others. */
  openrouter_key: providerKey.nullable(),
};

const accountReading = z
  .object({ at: z.string(), five_hour: share, seven_day: share, trigger: z.string() })
  .meta({ id: "AccountReading" });
export type AccountReading = z.infer<typeof accountReading>;

const id = z.object({ id: z.coerce.number<number>().int() });
const priority = z.number().int().min(0).max(10_000);
const answer = z.object({ account: inferenceAccount, message: z.string() });

export const accountOperations = {
  addAccount: operation({
    id: "addAccount",
    method: "post",
    path: "/inference/accounts",
    source: "E106",
    summary: "Add an account for a runtime's agents: with an API key, or to be signed in to",
    callers: ["human"],
    body: z.object({
      /** The first runtime by default. */
      runtime: z.string().max(100).optional(),
      email: z.string().max(1_000).nullish(),
      /** After all others by default. */
      priority: priority.optional(),
      api_key: z.string().max(10_000).nullish(),
    }),
    status: 201,
    response: answer,
    errors: [403],
  }),
  activateAccount: operation({
    id: "activateAccount",
    method: "post",
    path: "/inference/accounts/{id}/activate",
    source: "E108",
    summary: "Make an account the one that serves first",
    callers: ["human"],
    params: id,
    response: answer,
    errors: [403, 404],
  }),
  refreshAccount: operation({
    id: "refreshAccount",
    method: "post",
    path: "/inference/accounts/{id}/refresh",
    source: "E107",
    summary: "Ask the provider what an account has used; if it does not say, the last reading stays",
    callers: ["human"],
    params: id,
    response: z.object({ account: inferenceAccount, pool: inferencePool }),
    errors: [403, 404],
  }),
  removeAccount: operation({
    id: "removeAccount",
    method: "delete",
    path: "/inference/accounts/{id}",
    source: "E109",
    summary: "Remove an account with its key or tokens; its history stays",
    callers: ["human"],
    params: id,
    response: z.object({ message: z.string(), current_account: inferenceAccount.nullable() }),
    errors: [403, 404],
  }),
  restoreSignIn: operation({
    id: "restoreSignIn",
    method: "post",
    path: "/inference/machine_sign_ins",
    summary: "Use the machine's own sign-in again, after its account was removed",
    callers: ["board"],
    body: z.object({ runtime: z.string().max(100), email: z.string().max(1_000) }),
    response: z.object({ account: inferenceAccount.nullable(), message: z.string() }),
    errors: [],
  }),
  changeAccount: operation({
    id: "changeAccount",
    method: "patch",
    path: "/inference/accounts/{id}",
    summary: "Change an account's place in the order, or replace its API key",
    callers: ["board"],
    params: id,
    body: z.object({ priority: priority.optional(), api_key: z.string().max(10_000).optional() }),
    response: answer,
    errors: [404],
  }),
  startLogin: operation({
    id: "startLogin",
    method: "post",
    path: "/inference/logins",
    source: "E110",
    summary: "Start to sign in to an account with its CLI's own command; ends an attempt that is in progress",
    callers: ["human"],
    body: z.object({ account_id: z.number().int() }),
    status: 201,
    response: z.object({ login: accountLogin }),
    errors: [403, 404],
  }),
  getLogin: operation({
    id: "getLogin",
    method: "get",
    path: "/inference/logins/{id}",
    source: "E111",
    summary: "How far a sign-in is",
    callers: ["human"],
    params: id,
    response: z.object({ login: accountLogin, account: inferenceAccount }),
    errors: [403, 404],
  }),
  enterLoginCode: operation({
    id: "enterLoginCode",
    method: "post",
    path: "/inference/logins/{id}/code",
    source: "E112",
    summary: "Hand the code that the page showed to the CLI",
    callers: ["human"],
    params: id,
    body: z.object({ code: z.string().max(2_000).nullish() }),
    response: z.object({ login: accountLogin }),
    errors: [403, 404],
  }),
  cancelLogin: operation({
    id: "cancelLogin",
    method: "post",
    path: "/inference/logins/{id}/cancel",
    source: "E113",
    summary: "Cancel a sign-in; one that has ended stays as it ended",
    callers: ["human"],
    params: id,
    response: z.object({ login: accountLogin }),
    errors: [403, 404],
  }),
  refreshAccounts: operation({
    id: "refreshAccounts",
    method: "post",
    path: "/inference/refresh",
    summary: "Ask the provider about every account of a runtime, or about its key",
    callers: ["board"],
    body: z.object({ runtime: z.string().max(100) }),
    response: z.object({ failed: z.number().int(), message: z.string() }),
    errors: [],
  }),
  getAccountReadings: operation({
    id: "getAccountReadings",
    method: "get",
    path: "/inference/accounts/{id}/readings",
    summary: "What an account had used, over time",
    callers: ["board"],
    params: id,
    query: z.object({ days: z.coerce.number<number>().int().min(1).max(90).default(7) }),
    response: z.object({ from: z.string(), to: z.string(), readings: z.array(accountReading) }),
    errors: [404],
  }),
} as const;
