import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { templateRefusal } from "./errors.ts";
import { type SessionTemplate, sessionTemplate, type TemplateSetup, templateLimit } from "./model.ts";

const setting: AppSetting<unknown[]> = { key: "session_templates", schema: z.array(z.unknown()) };

export type TemplateService = ReturnType<typeof templateService>;

/** The owner's templates for new sessions, stored by the service so that every browser and phone has them. */
export function templateService({ settings, clock }: { settings: AppSettings; clock: Clock }) {
  const stored = (): unknown[] => settings.read(setting) ?? [];
  const readable = (): SessionTemplate[] =>
    stored().flatMap((value) => sessionTemplate.safeParse(value).data ?? []);

  /** Templates that this version cannot read are kept for the version that wrote them. */
  function keep(templates: readonly SessionTemplate[]): SessionTemplate[] {
    const sorted = templates.toSorted((a, b) => a.name.localeCompare(b.name));
    const unreadable = stored().filter((value) => !sessionTemplate.safeParse(value).success);
    settings.write(setting, [...sorted, ...unreadable.slice(0, templateLimit)]);
    return sorted;
  }

  return {
    list: readable,

    /** Throws 422 if another template has the name, or if there are too many. */
    save(id: string, { name, setup }: { name: string; setup: TemplateSetup }): SessionTemplate[] {
      const others = readable().filter((template) => template.id !== id);
      if (others.some((template) => template.name === name)) throw templateRefusal("name_taken", { name });
      if (others.length >= templateLimit) throw templateRefusal("too_many", { limit: templateLimit });
      return keep([...others, { id, name, setup, saved_at: instant(clock.now()) }]);
    },

    remove(id: string): SessionTemplate[] {
      const before = readable();
      const rest = before.filter((template) => template.id !== id);
      if (rest.length === before.length) throw templateRefusal("not_found");
      return keep(rest);
    },
  };
}
