import { z } from "zod";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { invalidLiveSettings, liveSettingRefusal } from "./errors.ts";
import { liveFields, peopleOnly } from "./fields.ts";
import {
  type ChangedLiveSettings,
  guidanceMaxLength,
  type LiveSettingChange,
  type LiveSettings,
  type LiveValue,
  liveValue,
} from "./model.ts";
import { type PatchedSettings, patchSettings, type StoredSettings, valuesInForce } from "./rules.ts";
import { type LiveSettingChangeRow, liveSettingStore } from "./store.ts";
import { text } from "./text.ts";

const stored = z.object({ overrides: z.record(z.string(), liveValue), guidance: z.string() });
const setting: AppSetting<StoredSettings> = { key: "live_settings", schema: stored };
const none: StoredSettings = { overrides: {}, guidance: "" };
const shownChanges = 30;

/** Who changes settings. An agent does so from a live conversation or a session. */
export interface LiveSettingsActor {
  kind: "human" | "agent";
  name: string;
  conversationId?: number;
}

export interface LiveSettingService {
  current(): LiveSettings;
  /** The values in force, and the guidance, for a conversation. */
  inForce(): { values: Readonly<Record<string, LiveValue>>; guidance: string };
  /** Every setting at its default. */
  defaults(): Readonly<Record<string, LiveValue>>;
  labelOf(key: string): string;
  /** E102. Refuses with every problem, and then saves nothing. */
  change(patch: Readonly<Record<string, unknown>>, by: LiveSettingsActor): ChangedLiveSettings;
  /** E103. */
  reset(by: LiveSettingsActor): LiveSettings;
  /** E104. */
  restoreGuidance(changeId: number, by: LiveSettingsActor): LiveSettings;
  /** Calls `listener` after each change, in its transaction. */
  onChange(listener: () => void): void;
}

/** How live conversations think and sound, with the history of changes. */
export function liveSettingService(deps: {
  database: Database;
  clock: Clock;
  settings: AppSettings;
}): LiveSettingService {
  const { database, clock, settings } = deps;
  const store = liveSettingStore(database);
  const listeners = new Set<() => void>();
  const read = (): StoredSettings => settings.read(setting) ?? none;

  function current(): LiveSettings {
    const now = read();
    const history = store.newest(shownChanges);
    const [last] = history;
    return {
      settings: valuesInForce(liveFields, now),
      overrides: Object.keys(now.overrides).sort(),
      guidance: now.guidance,
      updated_at: instantOrNull(last?.createdAt ?? null),
      updated_by: last?.actor ?? null,
      fields: [...liveFields],
      guidance_max_length: guidanceMaxLength,
      history: history.map(changeView),
    };
  }

  function save(patched: PatchedSettings, by: LiveSettingsActor): void {
    const kept = by.kind === "agent" ? peopleOnly.filter((key) => key in patched.changes) : [];
    const problems = [...patched.problems, ...kept.map((key) => ({ kind: "people_only", key }) as const)];
    if (problems.length > 0) throw invalidLiveSettings(problems.map(text.problem));
    if (Object.keys(patched.changes).length === 0) return;
    settings.write(setting, patched.after);
    store.add({
      actorKind: by.kind,
      actor: by.name,
      liveConversationId: by.conversationId ?? null,
      changes: patched.changes,
      createdAt: clock.now(),
    });
    for (const listener of listeners) listener();
  }

  function change(patch: Readonly<Record<string, unknown>>, by: LiveSettingsActor): ChangedLiveSettings {
    return database.transaction(() => {
      const patched = patchSettings(liveFields, read(), patch);
      save(patched, by);
      return { ...current(), changed: Object.keys(patched.changes), summary: text.summary(patched) };
    });
  }

  return {
    current,
    change,

    inForce() {
      const now = read();
      return { values: valuesInForce(liveFields, now), guidance: now.guidance };
    },

    onChange: (listener) => void listeners.add(listener),
    defaults: () => valuesInForce(liveFields, none),
    labelOf: (key) => liveFields.find((field) => field.key === key)?.label ?? key,

    reset(by) {
      const reset = liveFields.filter(({ key }) => by.kind === "human" || !peopleOnly.includes(key));
      const defaults = Object.fromEntries(reset.map(({ key }) => [key, "default"]));
      change(defaults, by);
      return current();
    },

    restoreGuidance(changeId, by) {
      const row = store.byId(changeId);
      if (!row) throw liveSettingRefusal("change_not_found");
      const guidance = row.changes?.["guidance"];
      if (!guidance) throw liveSettingRefusal("guidance_untouched");
      change({ guidance: String(guidance.before ?? "") }, by);
      return current();
    },
  };
}

const changeView = (row: LiveSettingChangeRow): LiveSettingChange => ({
  id: row.id,
  actor_kind: row.actorKind,
  actor: row.actor,
  live_conversation_id: row.liveConversationId,
  changes: row.changes ?? {},
  created_at: instant(row.createdAt),
});
