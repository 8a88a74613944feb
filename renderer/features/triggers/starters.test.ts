import { expect, it } from "vitest";
import { fieldsOf, missingFieldText } from "./condition-fields.ts";
import { startedForm, starters } from "./starters.ts";
import { text } from "./text.ts";

it.each(starters.map((starter) => [starter.name, starter] as const))(
  "%s begins with all that its condition needs, but for the repositories",
  (_name, starter) => {
    const { name, template, conditions = [] } = startedForm(starter);
    expect([name, template].map((value) => value?.trim() === "")).toEqual([false, false]);
    const asked = fieldsOf[starter.shape].some((field) => field.name === "repos")
      ? text.problems.condition(text.shapes[starter.shape], text.fields.repositories)
      : null;
    expect(conditions.map(missingFieldText)).toEqual([asked]);
    expect(conditions[0]?.settings).toMatchObject(starter.settings);
  },
);
