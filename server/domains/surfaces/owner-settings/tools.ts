import { z } from "zod";
import { invalid } from "../../../lib/errors.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type ToolAnswer } from "../../../mcp/tool.ts";
import { experimentalKeys } from "../../owner/experimental-settings/model.ts";
import { type AppSettingChanges, type AppSettingsView, appSettingOperations } from "./model.ts";
import { text } from "./text.ts";

const getAppSettings = defineTool({
  name: "get_app_settings",
  description:
    "The defaults for new sessions (the runtime and its model), the experimental settings with the number of sessions they touch, the MCP servers whose apps are shown, and what has to hold of git before an agent works.",
  effect: "read",
  input: z.object({}),
  run: async (_input, { call }) => shown(text.title, await call(appSettingOperations.getAppSettings, {})),
});

const input = z.object({
  action: z.enum(["set_session_defaults", "set_experimental_setting"]),
  runtime: z
    .string()
    .max(200)
    .nullish()
    .describe("set_session_defaults only. Null or an empty text clears it"),
  model: z
    .string()
    .max(200)
    .nullish()
    .describe("set_session_defaults only. Of that runtime; null or an empty text clears it"),
  setting: z.enum(experimentalKeys).optional().describe("set_experimental_setting only. Required"),
  enabled: z.boolean().optional().describe("set_experimental_setting only. Required"),
});

const actionAppSettings = defineTool({
  name: "action_app_settings",
  description:
    "Changes the defaults for new sessions (the runtime, its model, or both), or turns an experimental setting on or off. Which servers' apps are shown, and what has to hold of git, is for a person to change.",
  effect: "destroy",
  idempotent: true,
  input,
  async run(asked, { call }) {
    return shown(
      text.changed,
      await call(appSettingOperations.changeAppSettings, { body: changesIn(asked) }),
    );
  },
});

function changesIn({ action, runtime, model, setting, enabled }: z.infer<typeof input>): AppSettingChanges {
  if (action === "set_session_defaults") return { default_runtime: runtime, default_model: model };
  if (setting === undefined) throw invalid([text.missing("setting")]);
  if (enabled === undefined) throw invalid([text.missing("enabled")]);
  return { experimental_settings: { [setting]: enabled } };
}

function shown(title: string, facts: { app_settings: AppSettingsView }): ToolAnswer {
  const {
    session_defaults: defaults,
    experimental_settings: experimental,
    mcp_apps,
    git,
  } = facts.app_settings;
  const lines = factList([
    ["Runtime", defaults.default_runtime ?? `${text.builtIn} (${defaults.effective_runtime})`],
    ["Model", defaults.default_model ?? text.leftToCli],
    [text.apps, mcp_apps.enabled ? text.shown(mcp_apps.allowed_servers) : text.off],
    [text.signed, git.require_signed_commits ? text.required : text.optional],
    [text.submodules, git.require_submodules ? text.required : text.optional],
  ]);
  const settings = factList(
    experimental.map(({ key, enabled, sessions }) => [
      key,
      `${enabled ? "on" : "off"}; ${text.touches(sessions)}`,
    ]),
  );
  return { text: page(heading(2, title), lines, heading(3, text.experimental), settings), facts };
}

export const appSettingTools = [getAppSettings, actionAppSettings] as const;
