import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { type Fact, factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { externalAppRefusal } from "./errors.ts";
import { type ExternalApp, externalAppChange } from "./model.ts";
import type { ExternalAppService } from "./service.ts";

const searchExternalApps = (apps: ExternalAppService): Tool =>
  defineTool({
    name: "search_external_apps",
    description:
      "Plugins, the outside applications that may fire some triggers: each with its triggers and its keys, never a secret.",
    effect: "read",
    input: z.object({
      id: z.number().int().optional(),
      query: z.string().max(1_000).optional().describe("Part of a name or description"),
    }),
    run({ id, query }) {
      const found = id === undefined ? apps.list(query) : [apps.get(id)];
      const blocks = found.length === 0 ? ["No plugin was found."] : found.map(appBlock);
      return { text: page(heading(2, "Plugins"), ...blocks), facts: { external_apps: found } };
    },
  });

const input = externalAppChange.extend({
  action: z.enum(["create", "update", "delete", "mint_key", "revoke_key"]),
  id: z.number().int().optional().describe("The plugin; all but create need it"),
  trigger_ids: externalAppChange.shape.trigger_ids.describe("The whole list of triggers it may fire"),
  key_id: z.number().int().optional().describe("revoke_key: the key"),
  key_name: z.string().max(1_000).optional().describe("mint_key: what the key is called"),
});
type Input = z.output<typeof input>;

const actionExternalApp = (apps: ExternalAppService): Tool =>
  defineTool({
    name: "action_external_app",
    description: [
      "Creates, changes or deletes a plugin, and mints or revokes its keys.",
      "create needs name; update changes what is sent, and trigger_ids replaces the list;",
      "delete takes its keys along and keeps the sessions it started.",
      "mint_key answers the secret, which is shown this once; to change a key, mint one, move the application, revoke the old one.",
    ].join(" "),
    effect: "destroy",
    input,
    run: (given, caller) => actions[given.action](apps, given, caller),
  });

/** Of the opt-in group `external_apps`. */
export const externalAppTools = (apps: ExternalAppService): Tool[] => [
  searchExternalApps(apps),
  actionExternalApp(apps),
];

type Act = (apps: ExternalAppService, given: Input, caller: McpCaller) => ToolAnswer;

const actions: Record<Input["action"], Act> = {
  create(apps, { name, description, enabled, trigger_ids }, { actor }) {
    if (name === undefined) throw externalAppRefusal("name_missing");
    return shown("Plugin Created", apps.create({ name, description, enabled, trigger_ids }, actor));
  },
  update(apps, { name, description, enabled, trigger_ids, ...given }, { actor }) {
    const change = { name, description, enabled, trigger_ids };
    return shown("Plugin Updated", apps.update(needed(given, "id"), change, actor));
  },
  delete(apps, given, { actor }) {
    const { id, name } = apps.get(needed(given, "id"));
    apps.remove(id, actor);
    return told("Plugin Deleted", [["Plugin", `${name} (ID: ${id})`]], { id, name });
  },
  mint_key(apps, { key_name: name, ...given }, { actor }) {
    const key = apps.mintKey(needed(given, "id"), name, actor);
    const list: Fact[] = [
      ["Key", `${key.name} (ID: ${key.id})`],
      ["Secret", key.secret],
      ["Note", "This is its only copy; it cannot be shown again"],
    ];
    return told("Key Minted", list, { key });
  },
  revoke_key(apps, given, { actor }) {
    const key = apps.revokeKey(needed(given, "id"), needed(given, "key_id"), actor);
    return told("Key Revoked", [["Key", `${key.name} (ID: ${key.id})`]], { key });
  },
};

function needed(given: Pick<Input, "action" | "id" | "key_id">, field: "id" | "key_id"): number {
  const value = given[field];
  if (value === undefined) throw externalAppRefusal("field_missing", { action: given.action, field });
  return value;
}

const told = (title: string, facts: readonly Fact[], structured: object): ToolAnswer => ({
  text: page(heading(2, title), factList(facts)),
  facts: structured,
});

const shown = (title: string, app: ExternalApp): ToolAnswer => ({
  text: page(heading(2, title), appBlock(app)),
  facts: { external_app: app },
});

function appBlock(app: ExternalApp): string {
  const triggers = app.triggers.map(
    ({ id, name, max_sessions_per_minute: cap }) =>
      `${name} (ID: ${id}, ${cap === null ? "no cap" : `at most ${cap} a minute`})`,
  );
  const keys = app.keys.map(
    ({ id, name, status, fingerprint }) => `${name} (ID: ${id}, ${status}, ${fingerprint})`,
  );
  return page(
    heading(3, `${app.name} (ID: ${app.id})`),
    factList([
      ["Description", app.description],
      ["Enabled", app.enabled],
      ["Triggers", triggers.join("; ") || "none"],
      ["Keys", keys.join("; ") || "none"],
      ["Last Invoked", app.last_invoked_at ?? "never"],
    ]),
  );
}
