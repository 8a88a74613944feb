import { type Actor, actorName } from "../../../http/caller.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import { type TriggerRow, variablesOf } from "../triggers/index.ts";
import { externalAppRefusal } from "./errors.ts";
import { pluginInvoking } from "./invoking.ts";
import type {
  ExternalApp,
  ExternalAppChange,
  NewExternalApp,
  NewPluginKey,
  OfferedTrigger,
  PluginKey,
  StartedSession,
} from "./model.ts";
import type { ExternalAppDeps } from "./ports.ts";
import { appLabel } from "./rules.ts";
import { type ExternalAppRow, type ExternalAppStore, externalAppStore } from "./store.ts";

export type ExternalAppService = ReturnType<typeof externalAppService>;

const recentLimit = 10;
/** Triggers to choose from, on one page. */
const choiceLimit = 1_000;

/** Integrations: outside applications that may fire the triggers on their list and nothing else. */
export function externalAppService(deps: ExternalAppDeps) {
  const store = externalAppStore(deps.database);
  const access = appAccess(deps, store);
  const { find, view, listed } = access;

  return {
    ...appWriting(deps, store, access),
    ...appKeys(deps, access),
    ...pluginInvoking(deps, { store, listed }),

    /** By name; those whose name or description contains `query`. */
    list(query = ""): ExternalApp[] {
      const wanted = query.trim().toLowerCase();
      return store
        .list()
        .filter(({ name, description }) => `${name}\n${description ?? ""}`.toLowerCase().includes(wanted))
        .map(view);
    },

    get: (id: number): ExternalApp => view(find(id)),

    /** The last sessions it started, newest first. */
    recentSessions: (id: number): StartedSession[] =>
      deps.triggers.sessionsOfPlugin(id, recentLimit).flatMap((sessionId) => {
        const row = deps.sessions.byId(sessionId);
        if (!row) return [];
        return [{ id: row.id, title: row.title, status: row.status, created_at: instant(row.createdAt) }];
      }),

    /** Every trigger that can be on a list. */
    choices: (): OfferedTrigger[] =>
      deps.triggers
        .list({ page: 1, per_page: choiceLimit })
        .triggers.flatMap(({ id }) => deps.triggers.byId(id) ?? [])
        .map(offered),
  };
}

type Access = ReturnType<typeof appAccess>;

function appAccess({ keys, triggers }: ExternalAppDeps, store: ExternalAppStore) {
  const listed = (id: number): OfferedTrigger[] =>
    store
      .triggerIds(id)
      .flatMap((triggerId) => triggers.byId(triggerId) ?? [])
      .map(offered);

  return {
    listed,
    find(id: number): ExternalAppRow {
      const row = store.find(id);
      if (!row) throw externalAppRefusal("not_found");
      return row;
    },
    view: (row: ExternalAppRow): ExternalApp => ({
      id: row.id,
      name: row.name,
      description: row.description,
      enabled: row.enabled,
      last_invoked_at: instantOrNull(row.lastInvokedAt),
      triggers: listed(row.id),
      keys: keys.keysOf(row.id).map(keyView),
      created_at: instant(row.createdAt),
      updated_at: instant(row.updatedAt),
    }),
  };
}

const offered = ({ id, name, promptTemplate, maxSessionsPerMinute }: TriggerRow): OfferedTrigger => ({
  id,
  name,
  variables: variablesOf(promptTemplate),
  max_sessions_per_minute: maxSessionsPerMinute,
});

const keyView = (key: PluginKey): PluginKey => ({
  id: key.id,
  name: key.name,
  status: key.status,
  fingerprint: key.fingerprint,
  made_by: key.made_by,
  last_used_at: key.last_used_at,
  created_at: key.created_at,
  revoked_at: key.revoked_at,
});

/** Each change is one transaction and one line in the log (R144). */
function appWriting(deps: ExternalAppDeps, store: ExternalAppStore, { find, view }: Access) {
  const { database, clock, log, triggers, keys } = deps;

  function logChange(what: string, by: Actor): void {
    log.warn(`[external_app] ${what} by ${actorName(by)}`);
  }

  function check({ name, trigger_ids = [] }: ExternalAppChange, except: number): void {
    if (name !== undefined && store.isTaken(name, except)) throw externalAppRefusal("name_taken", { name });
    for (const id of trigger_ids) if (!triggers.byId(id)) throw externalAppRefusal("trigger_unknown", { id });
  }

  return {
    create: (input: NewExternalApp, by: Actor): ExternalApp =>
      database.transaction(() => {
        check(input, 0);
        const { name, description = null, enabled = true, trigger_ids = [] } = input;
        const now = clock.now();
        const row = store.insert({
          name,
          description: description || null,
          enabled,
          createdAt: now,
          updatedAt: now,
        });
        store.setTriggers(row.id, trigger_ids);
        logChange(`registered ${appLabel(row)}, ${triggerList(trigger_ids)},`, by);
        return view(row);
      }),

    update: (id: number, change: ExternalAppChange, by: Actor): ExternalApp =>
      database.transaction(() => {
        const before = find(id);
        check(change, id);
        const { name, description, enabled, trigger_ids } = change;
        store.update(id, {
          updatedAt: clock.now(),
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description: description || null }),
          ...(enabled !== undefined && { enabled }),
        });
        if (trigger_ids !== undefined) store.setTriggers(id, trigger_ids);
        logChange(`changed ${appLabel(before)}: ${changesOf(change)}`, by);
        return view(find(id));
      }),

    remove: (id: number, by: Actor): void =>
      database.transaction(() => {
        const row = find(id);
        keys.recordDeletedKeysOf(id);
        store.remove(id);
        logChange(`deleted ${appLabel(row)} with its keys`, by);
      }),
  };
}

const triggerList = (ids: readonly number[]): string =>
  ids.length === 0 ? "no triggers" : `triggers ${ids.join(", ")}`;

function changesOf({ name, description, enabled, trigger_ids }: ExternalAppChange): string {
  const parts = [
    name !== undefined && `name "${name}"`,
    description !== undefined && "description",
    enabled !== undefined && (enabled ? "switched on" : "switched off"),
    trigger_ids !== undefined && triggerList(trigger_ids),
  ];
  return parts.filter((part) => part !== false).join(", ") || "nothing";
}

function appKeys({ database, keys, log }: ExternalAppDeps, { find }: Access) {
  return {
    /** A key without a name is named after its integration. */
    mintKey: (id: number, givenName: string | undefined, by: Actor): NewPluginKey =>
      database.transaction(() => {
        const row = find(id);
        const count = keys.keysOf(id).length + 1;
        const name = givenName?.trim() || `${row.name.slice(0, 60)} (plugin ${id}, key ${count})`;
        const { api_key, token } = keys.mintFor(id, name, by);
        log.warn(
          `[external_app] minted key "${api_key.name}" (id ${api_key.id}) of ${appLabel(row)} by ${actorName(by)}`,
        );
        return { ...keyView(api_key), secret: token };
      }),

    revokeKey(id: number, keyId: number, by: Actor): PluginKey {
      const row = find(id);
      if (keys.integrationOf(keyId) !== id) throw externalAppRefusal("key_not_found");
      const { api_key } = keys.revoke(keyId, by);
      log.warn(
        `[external_app] revoked key "${api_key.name}" (id ${keyId}) of ${appLabel(row)} by ${actorName(by)}`,
      );
      return keyView(api_key);
    },
  };
}
