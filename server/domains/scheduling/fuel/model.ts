import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { budget } from "../../usage/budgets/model.ts";
import { costSoFar } from "../../usage/calls/model.ts";

const count = z.number().int().nonnegative();
const instantOrNull = z.string().nullable();

/** How much of its quota a runtime has used, and what it lacks if it cannot go on. */
export const runtimeFuel = z
  .object({
    runtime: z.string(),
    label: z.string(),
    /** The fullest of its windows, over all accounts; `key` is the limit of a key. Null if nothing was read. */
    window: z
      .object({
        name: z.enum(["five_hour", "weekly", "key"]),
        /** From 0 to 1. */
        utilization: z.number(),
        resets_at: instantOrNull,
      })
      .nullable(),
    /** Why no account serves; null while one does. */
    lacks: z.enum(["quota", "credential"]).nullable(),
    /** When the next account serves again; null while one does, and if nobody knows. */
    back_at: instantOrNull,
    /** Sessions that go on by themselves then. */
    waiting_sessions: count,
  })
  .meta({ id: "RuntimeFuel" });
export type RuntimeFuel = z.infer<typeof runtimeFuel>;

const budgetFuel = budget
  .pick({ scope: true, label: true, period: true, limit_usd: true, warn_share: true })
  .extend({ spent_usd: z.number() })
  .meta({ id: "BudgetFuel" });
export type BudgetFuel = z.infer<typeof budgetFuel>;

/** What the fleet has left to work with. */
export const fuel = z
  .object({
    /** Without runtimes of which nothing is known. */
    runtimes: z.array(runtimeFuel),
    /** Since midnight by this machine's clock; null if no call was ever recorded. */
    today: costSoFar.nullable(),
    /** The budget of which the greatest part is spent; null without one that was added up. */
    budget: budgetFuel.nullable(),
    agents: z.object({ working: count, limit: count }),
    /** When some of it changes without an event: a window is reset, a day is over. */
    changes_at: z.string(),
  })
  .meta({ id: "Fuel" });
export type Fuel = z.infer<typeof fuel>;

export const fuelOperations = {
  getFuel: operation({
    id: "getFuel",
    method: "get",
    path: "/fuel",
    summary:
      "What is left to work with: each runtime's quota, what today cost, the tightest budget, agents at work",
    callers: ["board"],
    response: fuel,
  }),
} as const;
