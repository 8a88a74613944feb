import type { Actor } from "../../../http/caller.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { type FireOutcome, ownVariablesOf } from "../triggers/index.ts";
import { externalAppRefusal } from "./errors.ts";
import type { Offer, OfferedTrigger, PluginInvocation, PluginOutcome } from "./model.ts";
import type { ExternalAppDeps } from "./ports.ts";
import { appLabel, problemsWithVariables } from "./rules.ts";
import type { ExternalAppRow, ExternalAppStore } from "./store.ts";
import { text, variableSentence } from "./text.ts";

/** A call of an integration to fire a trigger. */
interface Invoke {
  /** 0 if the caller sent none. */
  triggerId: number;
  variables: unknown;
  /** The address of a session's page. */
  sessionUrl(id: number): string;
}

interface InvokeResult {
  outcome: PluginOutcome;
  message: string;
  trigger: PluginInvocation["trigger"];
  session: SessionRow | null;
  /** For the log alone. */
  why?: string;
}

/** What an integration may do with its key. */
export function pluginInvoking(
  { clock, log, keys, triggers }: ExternalAppDeps,
  { store, listed }: { store: ExternalAppStore; listed(appId: number): OfferedTrigger[] },
) {
  async function fire(app: ExternalAppRow, { triggerId, variables }: Invoke): Promise<InvokeResult> {
    // A trigger that is not on the list is answered as one that does not exist.
    const row = store.triggerIds(app.id).includes(triggerId) ? triggers.byId(triggerId) : undefined;
    if (!row) return { outcome: "not_found", message: text.outcomes.not_found, trigger: null, session: null };
    const trigger = { id: row.id, name: row.name };
    const own = ownVariablesOf(row.promptTemplate);
    const problems = problemsWithVariables(variables, own).map(variableSentence);
    if (problems.length > 0)
      return { outcome: "invalid_variables", message: problems.join(", "), trigger, session: null };
    store.update(app.id, { lastInvokedAt: clock.now() });
    const by = { kind: "plugin", app: { id: app.id, name: app.name } } as const;
    return resultOf(trigger, await triggers.fire({ triggerId, variables: withEmpty(own, variables), by }));
  }

  return {
    /** The integration that a key belongs to. Throws 403 for every call while it is switched off (R114). */
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

    async invoke(app: ExternalAppRow, call: Invoke): Promise<PluginInvocation> {
      const label = appLabel(app);
      log.info(`[external_app] ${label} invokes trigger ${call.triggerId}`);
      const { outcome, session, why, ...result } = await fire(app, call);
      const fired = outcome === "fired";
      if (!fired) {
        const reason = why === undefined ? outcome : `${outcome}: ${why}`;
        log.warn(`[external_app] refused ${label}, trigger ${call.triggerId}: ${reason}`);
      }
      const shown = session && {
        id: session.id,
        status: session.status,
        url: call.sessionUrl(session.id),
      };
      return { outcome, fired, ...result, session: shown };
    },
  };
}

/** A placeholder that the template uses but the call omits is empty (R111). */
const withEmpty = (names: readonly string[], given: unknown): Record<string, unknown> => ({
  ...Object.fromEntries(names.map((name) => [name, ""])),
  ...(typeof given === "object" ? given : null),
});

/** The message of a refusal may name the agent root or its servers, so it only goes to the log. */
function resultOf(trigger: PluginInvocation["trigger"], fired: FireOutcome): InvokeResult {
  const { kind: outcome } = fired;
  return {
    outcome,
    message: text.outcomes[outcome],
    trigger: outcome === "not_found" ? null : trigger,
    session: "session" in fired ? fired.session : null,
    ...("refusal" in fired && { why: fired.refusal.message }),
  };
}
