import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";

export const budgetPeriods = ["day", "week", "month"] as const;
export const budgetPeriod = z.enum(budgetPeriods);
export type BudgetPeriod = z.infer<typeof budgetPeriod>;

/** What happens once a budget is used up, besides the notice. */
export const atLimits = ["notify", "hold_spot", "pause_sessions"] as const;
export const atLimit = z.enum(atLimits);
export type AtLimit = z.infer<typeof atLimit>;

export const budgetScope = z.enum(["all", "agent_root", "session"]);
export type BudgetScope = z.infer<typeof budgetScope>;

const limit = z.number().positive().max(1_000_000);
const share = z.number().min(0.01).max(1);

/** A limit on what calls to models may cost at list prices in each day, week or month of this machine's clock. */
export const budget = z
  .object({
    id: z.number().int(),
    scope: budgetScope,
    agent_root: z.string().nullable(),
    session_id: z.number().int().nullable(),
    /** What it is for, in words. */
    label: z.string(),
    period: budgetPeriod,
    limit_usd: z.number(),
    /** The part of the limit at which it warns, from 0 to 1. */
    warn_share: z.number(),
    at_limit: atLimit,
    /** Since the start of the period; null until it was first added up. */
    spent_usd: z.number().nullable(),
    state: z.enum(["within", "warned", "reached"]),
    from: z.string(),
    to: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "CostBudget" });
export type Budget = z.infer<typeof budget>;

export const newBudget = z.object({
  scope: budgetScope.default("all"),
  /** Of the scope `agent_root`. */
  agent_root: z.string().trim().min(1).max(500).optional(),
  /** Of the scope `session`. */
  session_id: z.number().int().positive().optional(),
  period: budgetPeriod,
  limit_usd: limit,
  warn_share: share.default(0.8),
  at_limit: atLimit.default("notify"),
});
export type NewBudget = z.infer<typeof newBudget>;

export const budgetPatch = z.object({
  period: budgetPeriod.optional(),
  limit_usd: limit.optional(),
  warn_share: share.optional(),
  at_limit: atLimit.optional(),
});
export type BudgetPatch = z.infer<typeof budgetPatch>;

const budgetId = z.object({ id: z.string().regex(/^\d{1,15}$/) });

export const budgetOperations = {
  listBudgets: operation({
    id: "listCostBudgets",
    method: "get",
    path: "/costs/budgets",
    summary: "List the budgets, with what was spent of each in its current day, week or month",
    callers: ["api", "native"],
    response: z.object({ budgets: z.array(budget) }),
  }),
  createBudget: operation({
    id: "createCostBudget",
    method: "post",
    path: "/costs/budgets",
    summary: "Add a budget for everything, an agent root or a session",
    callers: ["human"],
    body: newBudget,
    status: 201,
    response: budget,
    errors: [404],
  }),
  updateBudget: operation({
    id: "updateCostBudget",
    method: "patch",
    path: "/costs/budgets/{id}",
    summary: "Change a budget; what it held goes on at once if the new limit allows it",
    callers: ["human"],
    params: budgetId,
    body: budgetPatch,
    response: budget,
    errors: [404],
  }),
  deleteBudget: operation({
    id: "deleteCostBudget",
    method: "delete",
    path: "/costs/budgets/{id}",
    summary: "Remove a budget; what it held goes on at once",
    callers: ["human"],
    params: budgetId,
    status: 204,
    response: noContent,
    errors: [404],
  }),
} as const;
