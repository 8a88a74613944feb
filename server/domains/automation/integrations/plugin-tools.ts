import { z } from "zod";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { outsideVariables } from "../triggers/model.ts";
import type { Offer, PluginInvocation } from "./model.ts";

interface PluginToolDeps {
  offer(): Offer;
  invoke(asked: { triggerId: number; variables: unknown }): Promise<PluginInvocation>;
}

/** All that a plugin finds at its address. */
export const pluginTools = ({ offer, invoke }: PluginToolDeps): Tool[] => [
  defineTool({
    name: "list_triggers",
    description: "The triggers you may fire, each with the variables it takes.",
    effect: "read",
    input: z.object({}),
    run: () => asJson(offer()),
  }),
  defineTool({
    name: "invoke_trigger",
    description: "Fires one of your triggers. A variable you leave out is empty.",
    effect: "add",
    input: z.object({
      trigger_id: z.number().int().describe("As list_triggers has it"),
      variables: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(`Texts by name: ${outsideVariables.join(", ")}; labels may be a list`),
    }),
    async run({ trigger_id: triggerId, variables }) {
      const answer = await invoke({ triggerId, variables });
      return { ...asJson(answer), failed: !answer.fired };
    },
  }),
];

const asJson = (facts: object): ToolAnswer => ({ text: JSON.stringify(facts), facts });
