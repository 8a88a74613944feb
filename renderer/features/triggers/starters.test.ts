import { expect, it } from "vitest";
import { configurationOf, missingFieldText } from "./condition-fields.ts";
import { startedForm, starters } from "./starters.ts";

it.each(starters.map((starter) => [starter.name, starter] as const))(
  "%s begins with all that its condition needs",
  (_name, starter) => {
    const { name, template, conditions = [] } = startedForm(starter);
    expect([name, template].map((value) => value?.trim() === "")).toEqual([false, false]);
    expect(conditions.map(missingFieldText)).toEqual([null]);
    expect(conditions.map(configurationOf)).toMatchObject([
      Object.fromEntries(
        Object.entries(starter.settings).map(([field, value]) => [field, field === "interval" ? 1 : value]),
      ),
    ]);
  },
);
