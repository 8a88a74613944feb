import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { AppSetting, AppSettings } from "../../installation/app-settings/index.ts";
import { templateRefusal } from "./errors.ts";
import { type SessionTemplate, sessionTemplate, type TemplateSetup, templateLimit } from "./model.ts";

const setting: AppSetting<unknown[]> = { key: "session_templates", schema: z.array(z.unknown()) };

export type TemplateService = ReturnType<typeof templateService>;

/** Set-ups of new sessions that the owner saved: kept by the service, so that every browser and phone has them. */
export function templateService({ settings, clock }: { settings: AppSettings; clock: Clock }) {
  const stored = (): unknown[] => settings.read(setting) ?? [];
  const held = (): SessionTemplate[] => stored().flatMap((one) => sessionTemplate.safeParse(one).data ?? []);

  /** What this version cannot read hides no other, and stays for the one that wrote it. */
  function keep(templates: readonly SessionTemplate[]): SessionTemplate[] {
    const sorted = templates.toSorted((a, b) => a.name.localeCompare(b.name));
    const unreadable = stored().filter((one) => !sessionTemplate.safeParse(one).success);
    settings.write(setting, [...sorted, ...unreadable.slice(0, templateLimit)]);
    return sorted;
  }

  return {
    list: held,

    /** 422 where the name is another's, or there is no room for one more. */
    save(id: string, { name, setup }: { name: string; setup: TemplateSetup }): SessionTemplate[] {
      const others = held().filter((template) => template.id !== id);
      if (others.some((template) => template.name === name)) throw templateRefusal("name_taken", { name });
      if (others.length >= templateLimit) throw templateRefusal("too_many", { limit: templateLimit });
      return keep([...others, { id, name, setup, saved_at: instant(clock.now()) }]);
    },

    remove(id: string): SessionTemplate[] {
      const before = held();
      const rest = before.filter((template) => template.id !== id);
      if (rest.length === before.length) throw templateRefusal("not_found");
      return keep(rest);
    },
  };
}
