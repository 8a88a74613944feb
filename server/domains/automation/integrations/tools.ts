import { z } from "zod";
import type { Actor } from "../../../http/caller.ts";
import type { McpCaller } from "../../../mcp/caller.ts";
import { type Fact, factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { externalAppRefusal } from "./errors.ts";
import { type ExternalApp, externalAppChange } from "./model.ts";
import type { ExternalAppService } from "./service.ts";
import { text } from "./text.ts";

const searchExternalApps = (apps: ExternalAppService): Tool<"search_external_apps"> =>
  defineTool({
    name: "search_external_apps",
    description: text.tools.search,
    effect: "read",
    input: z.object({
      id: z.number().int().optional(),
      query: z.string().max(1_000).optional().describe(text.tools.query),
    }),
    run({ id, query }) {
      const found = id === undefined ? apps.list(query) : [apps.get(id)];
      const blocks = found.length === 0 ? [text.pages.noneFound] : found.map(appBlock);
      return { text: page(heading(2, text.pages.title), ...blocks), facts: { external_apps: found } };
    },
  });

const input = externalAppChange.extend({
  action: z.enum(["create", "update", "delete", "mint_key", "revoke_key"]),
  id: z.number().int().optional().describe(text.tools.id),
  trigger_ids: externalAppChange.shape.trigger_ids.describe(text.tools.triggerIds),
  key_id: z.number().int().optional().describe(text.tools.keyId),
  confirmation: z.string().max(64).optional().describe(text.tools.confirmation),
  key_name: z.string().max(1_000).optional().describe(text.tools.keyName),
});
type Input = z.output<typeof input>;

/** Throws unless a person confirmed this call of a connection outside of it, with this id. Asks nobody else. */
export type ConfirmMinting = (
  key: { integrationId: number; name: string },
  call: { actor: Actor; id: string | undefined },
) => void;

/** Keys outlive the call, and triggers widen what existing keys open: not for connections that only relay. */
function checkWidening({ action, trigger_ids: triggers, enabled }: Input, actor: Actor): void {
  const widens =
    action === "mint_key" || (action === "update" && (triggers !== undefined || enabled === true));
  if (!widens || actor.kind === "api_key") return;
  if ((actor.kind !== "mcp_client" && actor.kind !== "native") || !actor.actsAsHuman)
    throw externalAppRefusal("needs_person");
}

const actionExternalApp = (apps: ExternalAppService, confirm: ConfirmMinting): Tool<"action_external_app"> =>
  defineTool({
    name: "action_external_app",
    description: text.tools.manage,
    effect: "destroy",
    secretAnswer: true,
    input,
    run(given, caller) {
      const { actor } = caller;
      checkWidening(given, actor);
      if (given.action === "mint_key") {
        const key = { integrationId: needed(given, "id"), name: given.key_name?.trim() ?? "" };
        apps.get(key.integrationId);
        confirm(key, { actor, id: given.confirmation });
      }
      return actions[given.action](apps, given, caller);
    },
  });

/** Of the opt-in group `external_apps`. */
export const externalAppTools = (apps: ExternalAppService, confirm: ConfirmMinting) =>
  [searchExternalApps(apps), actionExternalApp(apps, confirm)] as const;

type Action = (apps: ExternalAppService, given: Input, caller: McpCaller) => ToolAnswer;

const actions: Record<Input["action"], Action> = {
  create(apps, { name, description, enabled, trigger_ids }, { actor }) {
    if (name === undefined) throw externalAppRefusal("name_missing");
    return appAnswer(text.pages.created, apps.create({ name, description, enabled, trigger_ids }, actor));
  },
  update(apps, { name, description, enabled, trigger_ids, ...given }, { actor }) {
    const change = { name, description, enabled, trigger_ids };
    return appAnswer(text.pages.updated, apps.update(needed(given, "id"), change, actor));
  },
  delete(apps, given, { actor }) {
    const { id, name } = apps.get(needed(given, "id"));
    apps.remove(id, actor);
    return answer(text.pages.deleted, [["Integration", `${name} (ID: ${id})`]], { id, name });
  },
  mint_key(apps, { key_name: name, ...given }, { actor }) {
    const key = apps.mintKey(needed(given, "id"), name, actor);
    const list: Fact[] = [
      ["Key", `${key.name} (ID: ${key.id})`],
      ["Secret", key.secret],
      ["Note", text.pages.shownOnce],
    ];
    return answer(text.pages.keyCreated, list, { key });
  },
  revoke_key(apps, given, { actor }) {
    const key = apps.revokeKey(needed(given, "id"), needed(given, "key_id"), actor);
    return answer(text.pages.keyRevoked, [["Key", `${key.name} (ID: ${key.id})`]], { key });
  },
};

function needed(given: Pick<Input, "action" | "id" | "key_id">, field: "id" | "key_id"): number {
  const value = given[field];
  if (value === undefined) throw externalAppRefusal("field_missing", { action: given.action, field });
  return value;
}

const answer = (title: string, facts: readonly Fact[], structured: object): ToolAnswer => ({
  text: page(heading(2, title), factList(facts)),
  facts: structured,
});

const appAnswer = (title: string, app: ExternalApp): ToolAnswer => ({
  text: page(heading(2, title), appBlock(app)),
  facts: { external_app: app },
});

function appBlock(app: ExternalApp): string {
  const triggers = app.triggers.map(
    ({ id, name, max_sessions_per_minute: limit }) => `${name} (ID: ${id}, ${text.pages.limit(limit)})`,
  );
  const keys = app.keys.map(
    ({ id, name, status, fingerprint, made_by: by }) =>
      `${name} (ID: ${id}, ${[status, fingerprint, by !== null && text.pages.madeBy(by)].filter(Boolean).join(", ")})`,
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
