import type { Actor } from "../../../http/caller.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { FireOutcome } from "../triggers/index.ts";
import { externalAppRefusal } from "./errors.ts";
import type { Offer, OfferedTrigger, PluginInvocation, PluginOutcome } from "./model.ts";
import type { ExternalAppDeps } from "./ports.ts";
import { appLabel, faultsOfVariables, sentenceOf } from "./rules.ts";
import type { ExternalAppRow, ExternalAppStore } from "./store.ts";

/** What a plugin asks for. */
interface Invoke {
  /** 0 where the caller sent none. */
  triggerId: number;
  variables: unknown;
  /** Where a person finds a session. */
  sessionUrl(id: number): string;
}

interface Verdict {
  outcome: PluginOutcome;
  message: string;
  trigger: PluginInvocation["trigger"];
  session: SessionRow | null;
  /** For the log alone. */
  why?: string;
}

/** What a plugin may do with its key. */
export function pluginInvoking(
  { clock, log, keys, triggers }: ExternalAppDeps,
  { store, listed }: { store: ExternalAppStore; listed(appId: number): OfferedTrigger[] },
) {
  async function fire(app: ExternalAppRow, { triggerId, variables }: Invoke): Promise<Verdict> {
    // One that is not on the list and one that does not exist are told apart by nothing.
    const row = store.triggerIds(app.id).includes(triggerId) ? triggers.byId(triggerId) : undefined;
    if (!row) return { outcome: "not_found", message: sentenceOf.not_found, trigger: null, session: null };
    const trigger = { id: row.id, name: row.name };
    const faults = faultsOfVariables(variables);
    if (faults.length > 0)
      return { outcome: "invalid_variables", message: faults.join(", "), trigger, session: null };
    store.update(app.id, { lastInvokedAt: clock.now() });
    const by = { kind: "plugin", app: { id: app.id, name: app.name } } as const;
    return judged(trigger, await triggers.fire({ triggerId, variables, by }));
  }

  return {
    /** The plugin that a key belongs to; 403 while it is switched off, whatever it asks for (R114). */
    admit(actor: Actor): ExternalAppRow {
      const id = actor.kind === "api_key" ? keys.integrationOf(actor.id) : null;
      const app = id === null ? undefined : store.find(id);
      if (!app) throw externalAppRefusal("not_found");
      if (app.enabled) return app;
      log.warn(`[external_app] refused ${appLabel(app)}: it is switched off`);
      throw externalAppRefusal("disabled");
    },

    offer: ({ id, name, description }: ExternalAppRow): Offer => ({
      external_app: { id, name, description },
      triggers: listed(id),
    }),

    async invoke(app: ExternalAppRow, asked: Invoke): Promise<PluginInvocation> {
      const label = appLabel(app);
      log.info(`[external_app] ${label} invokes trigger ${asked.triggerId}`);
      const { outcome, session, why, ...told } = await fire(app, asked);
      const fired = outcome === "fired";
      if (!fired) {
        const reason = why === undefined ? outcome : `${outcome}: ${why}`;
        log.warn(`[external_app] refused ${label}, trigger ${asked.triggerId}: ${reason}`);
      }
      const shown = session && {
        id: session.id,
        status: session.status,
        url: asked.sessionUrl(session.id),
      };
      return { outcome, fired, ...told, session: shown };
    },
  };
}

/** The sentences of a refusal may name the agent root or its equipment: they are for the log. */
function judged(trigger: PluginInvocation["trigger"], fired: FireOutcome): Verdict {
  const { kind: outcome } = fired;
  return {
    outcome,
    message: sentenceOf[outcome],
    trigger: outcome === "not_found" ? null : trigger,
    session: "session" in fired ? fired.session : null,
    ...("refusal" in fired && { why: fired.refusal.message }),
  };
}
