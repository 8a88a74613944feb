import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { genesisNames, schedulingClassNames } from "../../sessions/sessions/model.ts";
import { liveSessionsByGenesis } from "../../sessions/sessions/queries.ts";
import { genesisRefusal } from "./errors.ts";
import { type GenesisAnswer, type GenesisClasses, type GenesisOverrides, genesisOverrides } from "./model.ts";
import { classTable, overridden, priorityGenesisIn, settableIn } from "./rules.ts";
import { text } from "./text.ts";

const setting: AppSetting<GenesisOverrides> = { key: "genesis_classes", schema: genesisOverrides };

export interface GenesisClassService {
  /** The origins whose sessions are priority sessions unless they chose a class. */
  priorityGenesis(): readonly string[];
  current(): GenesisClasses;
  /** E116. */
  set(genesis: string, to: string | null | undefined, by: Actor): GenesisAnswer;
  /** E117. */
  reset(by: Actor): GenesisAnswer;
  /** Calls `listener` in the transaction of each change. */
  onChange(listener: () => void): void;
}

export function genesisClassService(deps: {
  database: Database;
  log: Logger;
  settings: AppSettings;
}): GenesisClassService {
  const { database, settings, log } = deps;
  const live = liveSessionsByGenesis(database.sql);
  const listeners: (() => void)[] = [];
  // Every view of a session asks for it, and only this service changes it.
  let priority: readonly string[] | undefined;

  const overrides = (): GenesisOverrides => settings.read(setting) ?? {};
  const current = (): GenesisClasses => classTable(overrides(), live());

  /** How many sessions change their class. */
  function store(next: GenesisOverrides, by: Actor): number {
    const before = current();
    settings.write(setting, next);
    priority = undefined;
    log.info(`[AppSettings] ${actorName(by)} changed the classes of new sessions`);
    const after = current();
    for (const listener of listeners) listener();
    return after.kinds
      .filter(({ class: now }, index) => now !== before.kinds[index]?.class)
      .reduce((sum, { live_sessions: count }) => sum + count, 0);
  }

  /** What was read in a transaction that is rolled back does not count. */
  function change(work: () => GenesisAnswer): GenesisAnswer {
    try {
      return database.transaction(work);
    } catch (error) {
      priority = undefined;
      throw error;
    }
  }

  return {
    current,
    priorityGenesis: () => (priority ??= priorityGenesisIn(overrides())),
    onChange: (listener) => void listeners.push(listener),

    set: (genesis, value, by) =>
      change(() => {
        const to = schedulingClassNames.find((name) => name === value);
        if (!to) throw genesisRefusal("unknown_class", { value: value ?? "" });
        const known = settableIn(genesis);
        if (!known && genesisNames.some((name) => name === genesis))
          throw genesisRefusal("set_by_triggers", { value: genesis });
        if (!known)
          throw genesisRefusal("unknown_genesis", { value: genesis, known: genesisNames.join(", ") });
        const isSame = current().kinds.some((kind) => kind.genesis === known && kind.class === to);
        const moved = isSame ? 0 : store(overridden(overrides(), { genesis: known, to }), by);
        const message = isSame ? text.unchanged(known, to) : text.changed(known, to, moved);
        return { message, genesis_classes: current() };
      }),

    reset: (by) => change(() => ({ message: text.reset(store({}, by)), genesis_classes: current() })),
  };
}
