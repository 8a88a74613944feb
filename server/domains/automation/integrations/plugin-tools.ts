import { z } from "zod";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { outsideVariables } from "../triggers/model.ts";
import type { Offer, PluginInvocation } from "./model.ts";
import { text } from "./text.ts";

interface PluginToolDeps {
  offer(): Offer;
  invoke(call: { triggerId: number; variables: unknown }): Promise<PluginInvocation>;
}

/** The tools at an integration's address. */
export const pluginTools = ({ offer, invoke }: PluginToolDeps): Tool[] => [
  defineTool({
    name: "list_triggers",
    description: text.tools.listTriggers,
    effect: "read",
    input: z.object({}),
    run: () => asJson(offer()),
  }),
  defineTool({
    name: "invoke_trigger",
    description: text.tools.invokeTrigger,
    effect: "add",
    input: z.object({
      trigger_id: z.number().int().describe(text.tools.triggerId),
      variables: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(text.tools.variables(outsideVariables)),
    }),
    async run({ trigger_id: triggerId, variables }) {
      const answer = await invoke({ triggerId, variables });
      return { ...asJson(answer), failed: !answer.fired };
    },
  }),
];

const asJson = (facts: object): ToolAnswer => ({ text: JSON.stringify(facts), facts });
