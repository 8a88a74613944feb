import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { type AppSettingsView, appSettingOperations } from "./model.ts";
import { text } from "./text.ts";

const getAppSettings = defineTool({
  name: "get_app_settings",
  description: "The defaults for new sessions: the runtime and its model.",
  effect: "read",
  input: z.object({}),
  run: async (_input, { call }) => shown(text.title, await call(appSettingOperations.getAppSettings, {})),
});

const actionAppSettings = defineTool({
  name: "action_app_settings",
  description: "Changes the defaults for new sessions: the runtime, its model, or both.",
  effect: "destroy",
  idempotent: true,
  input: z.object({
    action: z.enum(["set_session_defaults"]),
    runtime: z.string().max(200).optional().describe("An empty text clears it"),
    model: z.string().max(200).optional().describe("Of that runtime; an empty text clears it"),
  }),
  async run({ runtime, model }, { call }) {
    const body = { default_runtime: runtime, default_model: model };
    return shown(text.changed, await call(appSettingOperations.changeAppSettings, { body }));
  },
});

function shown(title: string, facts: { app_settings: AppSettingsView }): ToolAnswer {
  const { default_runtime, default_model, effective_runtime } = facts.app_settings.session_defaults;
  const lines = factList([
    ["Runtime", default_runtime ?? `${text.builtIn} (${effective_runtime})`],
    ["Model", default_model ?? text.leftToCli],
  ]);
  return { text: page(heading(2, title), lines), facts };
}

export const appSettingTools: readonly Tool[] = [getAppSettings, actionAppSettings];
