import { z } from "zod";
import { actorName } from "../../../http/caller.ts";
import { heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { type LiveSettings, liveValue } from "./model.ts";
import type { LiveSettingService } from "./service.ts";
import { text } from "./text.ts";

const words = text.tool;

/** R219: how an agent reads and changes the settings. Only people have the endpoints. */
export const actionLiveSettings = (settings: LiveSettingService): Tool<"action_live_settings"> =>
  defineTool({
    name: "action_live_settings",
    description: words.description,
    effect: "add",
    input: z.object({
      settings: z.record(z.string(), liveValue.nullable()).optional().describe(words.settings),
      guidance: z.string().optional().describe(words.guidance),
      append_guidance: z.string().optional().describe(words.appendGuidance),
      reset: z.boolean().optional().describe(words.reset),
    }),
    run({ settings: values, reset, ...guidance }, { actor }) {
      const by = { kind: "agent", name: actorName(actor) } as const;
      if (reset === true) settings.reset(by);
      const asked = { ...values, ...guidance };
      if (Object.values(asked).every((value) => value === undefined)) {
        const facts = settings.current();
        return { text: page(heading(2, words.heading), listed(facts)), facts };
      }
      const facts = settings.change(asked, by);
      return { text: page(heading(2, words.changed), facts.summary, listed(facts)), facts };
    },
  });

function listed({ settings, overrides, guidance }: LiveSettings): string {
  const lines = Object.entries(settings).map(([key, value]) =>
    words.setting(key, value, overrides.includes(key)),
  );
  return page(lines.join("\n"), heading(3, words.guidanceHeading), guidance || words.noGuidance);
}
