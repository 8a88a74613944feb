import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { mcpAppChanges, mcpApps } from "../../agents/mcp-apps/model.ts";
import { experimentalChanges, experimentalKeys } from "../../owner/experimental-settings/model.ts";
import { gitSettingChanges, gitSettings } from "../../owner/git-settings/model.ts";
import { callersDefaults } from "../../sessions/defaults/model.ts";

const experimentalSetting = z.object({
  key: z.enum(experimentalKeys),
  title: z.string(),
  /** What on and off mean. */
  blurb: z.string(),
  enabled: z.boolean(),
  default_on: z.boolean(),
  /** The ids of the runtimes whose sessions it touches. */
  runtimes: z.array(z.string()),
  /** How many open sessions have one of these runtimes. Each gets a change with its next turn. */
  sessions: z.number().int(),
});

export const appSettings = z
  .object({
    session_defaults: callersDefaults,
    experimental_settings: z.array(experimentalSetting),
    mcp_apps: mcpApps,
    git: gitSettings,
  })
  .meta({ id: "AppSettings" });
export type AppSettingsView = z.infer<typeof appSettings>;

const callers = ["api", "native"] as const;
const answer = z.object({ app_settings: appSettings });

/** An empty text clears a default as null does. */
const change = z.string().max(200).nullish();
const flatDefaults = { default_runtime: change, default_model: change };

/** As the answer has it: everything but `enabled` is read only. */
const shownSettings = z
  .array(experimentalSetting.partial().required({ key: true, enabled: true }).strict())
  .max(experimentalKeys.length);

const settings = {
  /** Null clears what was chosen; what is left out stays as it is. */
  ...flatDefaults,
  session_defaults: z
    .strictObject({ ...flatDefaults, effective_runtime: z.string().max(200).optional() })
    .nullish(),
  /** By key, or the list of the answer. Null brings back the default. */
  experimental_settings: z.union([experimentalChanges, shownSettings]).nullish(),
  /** Only a person may change it: 403 for everybody else, before anything is saved. */
  mcp_apps: mcpAppChanges.nullish(),
  /** Only a person may change it, too. */
  git: gitSettingChanges.nullish(),
};

/** Flat keys, the answer's shape, or both where they agree. */
const changes = z.strictObject({ ...settings, app_settings: z.strictObject(settings).optional() });
export type AppSettingChanges = z.infer<typeof changes>;

export const appSettingOperations = {
  getAppSettings: operation({
    id: "getAppSettings",
    method: "get",
    path: "/app_settings",
    source: "E153",
    summary:
      "Get the defaults for new sessions, the experimental settings, the servers whose apps are shown and what has to hold of git",
    callers,
    response: answer,
  }),
  changeAppSettings: operation({
    id: "changeAppSettings",
    method: "patch",
    path: "/app_settings",
    source: "E154",
    summary:
      "Change settings, by flat keys or in the shape of the answer: null clears one, and what is left out stays; nothing is saved if one is refused",
    callers,
    body: changes,
    response: answer,
    errors: [403],
  }),
} as const;
