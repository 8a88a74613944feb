import { z } from "zod";
import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import type { FireOutcome, TriggerService } from "../triggers/index.ts";
import { text } from "./text.ts";

const setting: AppSetting<number> = { key: "order_review_trigger", schema: z.number().int() };
/** The trigger never starts by itself: its schedule only makes it one that is used again and again. */
const never = {
  condition_type: "schedule",
  configuration: { interval: 10_000, unit: "weeks", time: "00:00", day_of_week: "monday", timezone: "UTC" },
};

export type ReprioritizingService = ReturnType<typeof reprioritizingService>;

/** E4: fires a trigger of its own, which is added at the first use and is people's to change from then on. */
export function reprioritizingService(deps: {
  database: Database;
  settings: AppSettings;
  sessions: Pick<SessionService, "view">;
  triggers: Pick<TriggerService, "byId" | "create" | "fire">;
  /** The agent root that it starts with. */
  root: string;
}) {
  const { database, settings, triggers } = deps;

  function triggerId(): number {
    const known = settings.read(setting);
    if (known !== null && known !== undefined && triggers.byId(known)) return known;
    const { trigger } = triggers.create({
      name: text.name,
      agent_root_name: deps.root,
      prompt_template: text.prompt,
      status: "disabled",
      reuse_session: true,
      enqueue_messages: true,
      resuscitate_archived: true,
      max_sessions_per_minute: 2,
      scheduling_class: "priority",
      conditions: [never],
    });
    settings.write(setting, trigger.id);
    return trigger.id;
  }

  return {
    async reprioritize(by: Actor): Promise<{ outcome: "fired"; message: string; session: Session }> {
      const outcome = await triggers.fire({
        triggerId: database.transaction(triggerId),
        variables: {},
        by: by.kind === "board" ? { kind: "button" } : { kind: "invoke", actor: by },
      });
      if (outcome.kind !== "fired") throw notStarted(outcome);
      const { session } = outcome;
      return { outcome: "fired", message: text.started(session.id), session: deps.sessions.view(session) };
    },
  };
}

function notStarted(outcome: Exclude<FireOutcome, { kind: "fired" }>): Refusal {
  const messages = "refusal" in outcome ? outcome.refusal.messages : [text.notStarted];
  return new Refusal({ status: 422, label: "Not reprioritized", messages, extra: { outcome: outcome.kind } });
}
