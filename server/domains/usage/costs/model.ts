import { z } from "zod";
import { operation, pageQuery, pagination } from "../../../http/model.ts";
import { ledgerCoverage } from "../ledger/model.ts";

const count = z.number().int().nonnegative();
const dollars = z.number().nonnegative();

/** A number or nothing: invalid values are ignored. */
const optionalText = z.string().trim().min(1).max(500).optional().catch(undefined);

const windowQuery = {
  /** 1 to 365; 7 by default. */
  days: z.coerce.number<number>().int().optional().catch(undefined),
  /** An instant, or a date in UTC. */
  from: optionalText,
  /** An instant, or a date in UTC, which is included. */
  to: optionalText,
};

export const costQuery = z.object({
  ...windowQuery,
  agent_root: optionalText,
  /** Takes precedence over `agent_root`; ignored unless it is a number. */
  session_id: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
  /** The viewer's time zone by its name in the IANA database, for the bounds of days; takes precedence over `utc_offset`. */
  timezone: optionalText,
  /** Minutes by which the viewer's clock is ahead of UTC, for the bounds of days. */
  utc_offset: z.coerce.number<number>().int().min(-840).max(840).default(0).catch(0),
});
export type CostQuery = z.infer<typeof costQuery>;

const spent = { cost_usd: dollars, tokens: count, api_calls: count };
/** How many groups a row stands for: null for a group of its own. */
const folded = { others: z.number().int().positive().nullable() };

export const costWindow = z.object({
  from: z.string(),
  to: z.string(),
  label: z.string(),
  /** It was longer than a year. */
  clamped: z.boolean(),
  /** from was after to. */
  swapped: z.boolean(),
  bucket: z.enum(["hour", "day"]),
});
export type CostWindow = z.infer<typeof costWindow>;

const rateView = z.object({
  /** Dollars per million tokens. */
  input: dollars,
  output: dollars,
  cache_read: dollars,
  cache_write_5m: dollars,
  cache_write_1h: dollars,
});

/** Times the input price. */
const multipliers = z.object({ read: dollars, write_5m: dollars, write_1h: dollars });

const listedView = rateView.extend({
  /** Where the provider's list differs from the rule. */
  cache_multipliers: multipliers.optional(),
  /** What a request costs whose prompt, with what is read from a cache, is longer. */
  long_prompt: rateView.extend({ above_tokens: count }).optional(),
  /** What calls before that instant cost; oldest first. */
  earlier: z.array(rateView.extend({ until: z.string() })).optional(),
});

export const pricingView = z.object({
  note: z.string(),
  /** The day of the price list. */
  as_of: z.string(),
  /** The rule; a model with others has them itself. */
  cache_multipliers: multipliers,
  web_search_per_1k_requests: dollars,
  /** By model; `priced_as` of a call names one of these. */
  per_mtok: z.record(z.string(), listedView),
});

export const burnRate = z.object({
  harness: z.string(),
  model: z.string(),
  usd_per_minute: dollars,
  usd_per_hour: dollars,
  sample_session_count: count,
  sample_minutes: dollars,
  computed_at: z.string(),
});
export type BurnRate = z.infer<typeof burnRate>;

export const costComponent = z.enum([
  "input",
  "output",
  "cache_read",
  "cache_write_5m",
  "cache_write_1h",
  "web_search",
]);
export type CostComponent = z.infer<typeof costComponent>;

const dayGroup = z.object({ name: z.string().nullable(), cost_usd: dollars, tokens: count });

const cohort = z.object({
  sessions: count,
  api_calls: count,
  cost_usd: dollars,
  usd_per_call: dollars.nullable(),
  usd_per_session: dollars.nullable(),
});

const comparison = {
  on: cohort,
  off: cohort,
  /** How much more a call costs with it on; null with fewer than 5 sessions or 50 calls on a side. */
  per_call_change_pct: z.number().nullable(),
  /** The same of a session, whose length may have other reasons. */
  per_session_change_pct: z.number().nullable(),
};

/** Sessions with an experimental setting on and off (R188), by their calls of known price. Those in which it changed are in neither. */
const experiment = z.object({
  key: z.string(),
  title: z.string(),
  blurb: z.string(),
  /** Nothing decided by chance which sessions have it: what else differs may be the cause. */
  randomized: z.literal(false),
  mixed_sessions: count,
  ...comparison,
  /** Only sessions of agent roots with sessions on both sides; null without such a root. */
  same_roots: z.object({ roots: count, ...comparison }).nullable(),
});

/** What is added up from the calls of a window. */
export const costSums = z.object({
  totals: z.object({
    ...spent,
    session_cost_usd: dollars,
    adhoc_cost_usd: dollars,
    input_tokens: count,
    output_tokens: count,
    cache_read_tokens: count,
    cache_creation_tokens: count,
    web_search_requests: count,
    /** The part of all prompts that came from a cache; null without a prompt. */
    cache_hit_share: z.number().min(0).max(1).nullable(),
  }),
  cost_breakdown: z.array(
    z.object({ component: costComponent, cost_usd: dollars, share: z.number().min(0).max(1), tokens: count }),
  ),
  by_day: z.array(
    z.object({
      /** A date, or an hour of one in windows of up to two days. */
      day: z.string(),
      ...spent,
      session_cost_usd: dollars,
      adhoc_cost_usd: dollars,
      /** Most expensive first; the name of those without an agent root is null. */
      roots: z.array(dayGroup),
      models: z.array(dayGroup),
    }),
  ),
  /** `features` as in `by_feature`, of this agent root's sessions. */
  by_agent_root: z.array(
    z.object({
      agent_root: z.string().nullable(),
      ...spent,
      ...folded,
      features: z.array(z.object({ feature: z.string(), cost_usd: dollars, tokens: count })),
    }),
  ),
  by_model: z.array(z.object({ model: z.string(), ...spent, ...folded, priced: z.boolean() })),
  by_thread_kind: z.array(z.object({ kind: z.enum(["main", "subagent"]), ...spent })),
  by_adhoc_source: z.array(z.object({ source: z.string(), ...spent, ...folded })),
  top_sessions: z.array(
    z.object({ session_id: z.number().int().nullable(), title: z.string(), ...spent, ...folded }),
  ),
  /**
   * What the contexts of calls consisted of (R186), most expensive first; the last one, `unattributed`, is what is left, so that
   * all together are the totals without web searches. Estimated from the length of what the CLIs recorded.
   */
  by_feature: z.array(
    z.object({
      feature: z.string(),
      label: z.string(),
      blurb: z.string(),
      /** Who decides how much it takes; null for the rest. */
      owner: z.enum(["service", "harness", "work"]).nullable(),
      cost_usd: dollars,
      tokens: count,
      /** Of these: what an earlier prompt had already, what was new in a prompt, and what was answered. */
      cache_read_tokens: count,
      prompt_tokens: count,
      output_tokens: count,
      /** Of what was split, in dollars; in tokens if no price is known. */
      share: z.number().min(0).max(1),
    }),
  ),
  experiments: z.array(experiment),
  /** Models whose price is not known: they count as zero. */
  unpriced_models: z.array(z.string()),
});
export type CostSums = z.infer<typeof costSums>;

export const costReport = costSums
  .extend({
    scope: z.object({ agent_root: z.string().nullable(), session_id: z.number().int().nullable() }),
    window: costWindow,
    /** What the window of the same length before it came to. */
    previous: z.object({ cost_usd: dollars, tokens: count, api_calls: count }),
    /** At the window's average. */
    projection: z.object({ usd_per_day: dollars, usd_per_month: dollars }),
    ledger_coverage: ledgerCoverage,
    pricing: pricingView,
    /** Most expensive first; only without a scope. */
    burn_rates: z.array(burnRate).optional(),
  })
  .meta({ id: "CostReport" });
export type CostReport = z.infer<typeof costReport>;

const recordView = z.object({
  id: z.number().int(),
  request_id: z.string().nullable(),
  model: z.string(),
  called_at: z.string(),
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_creation_tokens: count,
  cache_creation_5m_tokens: count,
  cache_creation_1h_tokens: count,
  web_search_requests: count,
  web_fetch_requests: count,
  total_tokens: count,
  cost_usd: dollars,
  /** Whether the model's price is known. */
  priced: z.boolean(),
  /** The name under which `per_mtok` of a report has its prices; null without a known price. */
  priced_as: z.string().nullable(),
  service_tier: z.string().nullable(),
  session_id: z.number().int().nullable().optional(),
  agent_root: z.string().nullable().optional(),
  subagent: z.boolean().optional(),
  agent_runtime: z.string(),
  source: z.string().optional(),
  subject_session_id: z.number().int().nullable().optional(),
});
export type CostRecord = z.infer<typeof recordView>;

export const recordQuery = z.object({
  ...pageQuery,
  ...windowQuery,
  kind: z.enum(["session", "adhoc"]).default("session").catch("session"),
  session_id: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
  agent_root: optionalText,
  agent_runtime: optionalText,
  model: optionalText,
  subagent: z.enum(["true", "false", "1", "0"]).optional().catch(undefined),
  source: optionalText,
});
export type RecordQuery = z.infer<typeof recordQuery>;

export const costOperations = {
  getCosts: operation({
    id: "getCosts",
    source: "E128",
    method: "get",
    path: "/costs",
    summary: "Costs of a window at list prices, with breakdowns by day, agent root, model and session",
    callers: ["api", "native"],
    query: costQuery,
    response: costReport,
  }),
  listCostRecords: operation({
    id: "listCostRecords",
    source: "E129",
    method: "get",
    path: "/costs/records",
    summary: "List single calls to models, newest first",
    callers: ["api", "native"],
    query: recordQuery,
    response: z.object({
      kind: z.enum(["session", "adhoc"]),
      window: costWindow.nullable(),
      records: z.array(recordView),
      pagination,
    }),
  }),
} as const;
