import { z } from "zod";
import { factList, heading, jsonFence, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import type { AdmissionService } from "../admission/index.ts";
import { spotPolicyOperations, spotPolicyPatch } from "../admission/model.ts";
import type { FleetTopUpService } from "../fleet-top-up/index.ts";
import { topUpOperations, topUpPatch } from "../fleet-top-up/model.ts";
import type { GenesisClassService } from "../genesis-classes/index.ts";
import { settableGenesis } from "../genesis-classes/model.ts";
import { inferenceOperations } from "./model.ts";
import { text } from "./text.ts";

export interface PolicyToolDeps {
  admission: Pick<AdmissionService, "spotPolicy" | "change">;
  topUp: Pick<FleetTopUpService, "current" | "change">;
  genesisClasses: Pick<GenesisClassService, "current" | "set" | "reset">;
}

const getInference = defineTool({
  name: "get_inference",
  description: text.getInference,
  effect: "read",
  input: z.object({ runtime: z.string().max(100).optional().describe("The first runtime by default") }),
  async run(query, { call }) {
    const facts = await call(inferenceOperations.getInference, { query });
    const { accounts, pool, spot_policy: policy } = facts;
    const list = factList([
      ["Runtime", facts.runtime],
      ["Accounts", accounts.length],
      ["Decision", policy.decision.detail],
      ["Waiting in the spot queue", policy.held_count + policy.paused_count + policy.preempted_count],
      ["Top-up", facts.fleet_top_up.sentence],
    ]);
    return { text: page(heading(2, text.inference), list, pool === null ? null : jsonFence(pool)), facts };
  },
});

function policyAnswer(title: string, deps: PolicyToolDeps, message: string | null = null): ToolAnswer {
  const facts = {
    spot_policy: deps.admission.spotPolicy(),
    fleet_top_up: deps.topUp.current(),
    genesis_classes: deps.genesisClasses.current(),
  };
  const { spot_policy: policy, fleet_top_up: topUp } = facts;
  const classes = facts.genesis_classes.kinds.map((kind): [string, string] => [
    kind.genesis,
    text.classLine(kind),
  ]);
  return {
    text: page(
      heading(2, title),
      message,
      factList([
        ["Gating", policy.gating_enabled ? "on" : "off"],
        ["Sessions at once", policy.max_concurrent_sessions],
        ["Reserve of the five-hour window", `${policy.five_hour_reserve_pct}%`],
        ["Reserve of the weekly window", `${policy.weekly_reserve_pct}%`],
        ["Preemption", policy.preemption_enabled ? "on" : "off"],
        ["Decision", policy.decision.detail],
        ["Hold", policy.hold && `${policy.hold.why} ${policy.hold.until}`],
      ]),
      heading(3, text.topUp),
      factList([
        ["State", topUp.sentence],
        ["Sessions at work", topUp.max_running_sessions],
        ["Idle minutes", topUp.idle_minutes],
        ["Interval in minutes", topUp.min_fire_interval_minutes],
        ["Next", topUp.next_fire_at],
      ]),
      heading(3, text.classes),
      factList(classes),
    ),
    facts,
  };
}

const getSpotPolicy = (deps: PolicyToolDeps): Tool<"get_spot_policy"> =>
  defineTool({
    name: "get_spot_policy",
    description: text.getPolicy,
    effect: "read",
    input: z.object({}),
    run: () => policyAnswer(text.policy, deps),
  });

const knobs = spotPolicyPatch.omit({ enabled: true }).shape;

/** Each action is refused as its operation would be. */
const labels: Readonly<Record<string, string>> = {
  set_gating: spotPolicyOperations.changeSpotPolicy.invalidLabel,
  set_top_up: topUpOperations.changeFleetTopUp.invalidLabel,
  promote_genesis: "Invalid genesis",
  demote_genesis: "Invalid genesis",
};

const actionSpotPolicy = (deps: PolicyToolDeps): Tool<"action_spot_policy"> =>
  defineTool({
    name: "action_spot_policy",
    description: text.action,
    effect: "destroy",
    idempotent: true,
    invalidLabel: (sent) => labels[String((sent as { action?: unknown } | null)?.action)],
    input: z.object({
      action: z.enum([
        "set_gating",
        "set_top_up",
        "promote_genesis",
        "demote_genesis",
        "reset_genesis_classes",
      ]),
      enabled: z.boolean().optional().describe("For set_gating: whether spot sessions are held at all"),
      ...knobs,
      ...topUpPatch.shape,
      genesis: z
        .string()
        .max(100)
        .optional()
        .describe(`For promote_genesis and demote_genesis: ${settableGenesis.join(", ")}`),
    }),
    run({ action, genesis, ...given }, { actor }) {
      switch (action) {
        case "set_gating": {
          const { changed } = deps.admission.change(only(given, ["enabled", ...Object.keys(knobs)]), actor);
          return policyAnswer(text.changed, deps, text.changedNames(changed));
        }
        case "set_top_up": {
          const { changed } = deps.topUp.change(only(given, Object.keys(topUpPatch.shape)), actor);
          return policyAnswer(text.changed, deps, text.changedNames(changed));
        }
        case "promote_genesis":
        case "demote_genesis": {
          const to = action === "promote_genesis" ? "priority" : "spot";
          const { message } = deps.genesisClasses.set(genesis ?? "", to, actor);
          return policyAnswer(text.changed, deps, message);
        }
        case "reset_genesis_classes":
          return policyAnswer(text.changed, deps, deps.genesisClasses.reset(actor).message);
      }
    },
  });

const only = (given: Record<string, unknown>, names: readonly string[]): Record<string, never> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name))) as Record<string, never>;

/** R168 and its writes for agents; of the group `health`. Only people have the endpoints that write. */
export const policyTools = (deps: PolicyToolDeps) =>
  [getInference, getSpotPolicy(deps), actionSpotPolicy(deps)] as const;
