import { describe, expect, it } from "vitest";
import type { RequestedSchema } from "../../../server/domains/sessions/elicitations/model.ts";
import { fieldViews, groupErrors, yesNoField } from "./fields.ts";
import { timeLeft } from "./time-left.ts";
import { defaultValues, restoreValues, toFormContent } from "./values.ts";

const schema: RequestedSchema = {
  type: "object",
  properties: {
    colour: { type: "string", enum: ["red", "green"], enumNames: ["Red", "Green"] },
    often: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    sure: { type: "boolean", title: "Are you sure?", default: true },
    rooms: { type: "array", items: { anyOf: [{ const: "hall", title: "The hall" }, { const: "attic" }] } },
    due: { type: "string", format: "date-time", default: "2031-05-20T09:00:00Z" },
    name: { type: "string", minLength: 2, description: "As on the door" },
    "name again": { type: "string" },
  },
  required: ["colour", "name"],
};
const fields = fieldViews(schema);

it("chooses a control for each field", () => {
  const shown = fields.map(({ name, label, required, control }) => [name, label, required, control.kind]);
  expect(shown).toEqual([
    ["colour", "colour", true, "choice"],
    ["often", "often", false, "text"],
    ["sure", "Are you sure?", false, "check"],
    ["rooms", "rooms", false, "choices"],
    ["due", "due", false, "text"],
    ["name", "name", true, "text"],
    ["name again", "name again", false, "text"],
  ]);
  expect(fields[0]?.control).toEqual({
    kind: "choice",
    options: [
      { value: "red", label: "Red" },
      { value: "green", label: "Green" },
    ],
  });
  expect(fields[3]?.control).toMatchObject({ options: [{ label: "The hall" }, { label: "attic" }] });
});

describe("toFormContent", () => {
  it("sends untouched defaults and omits empty fields", () => {
    expect(toFormContent(defaultValues(schema), schema)).toEqual({
      often: 3,
      sure: true,
      due: "2031-05-20T09:00:00.000Z",
    });
  });

  it("sends numbers as numbers and invalid ones as typed", () => {
    const typed = { ...defaultValues(schema), colour: "red", rooms: ["attic"] };
    expect(toFormContent({ ...typed, often: "7" }, schema)).toMatchObject({
      colour: "red",
      often: 7,
      rooms: ["attic"],
    });
    expect(toFormContent({ ...typed, often: "many" }, schema)).toMatchObject({ often: "many" });
  });
});

it("assigns each sentence of a refusal to the field it begins with", () => {
  const { byField, others } = groupErrors(
    ["name must have at least 2 characters", "name again is required", "sure must be true or false", "No."],
    fields,
  );
  expect([...byField]).toEqual([
    ["name", "name must have at least 2 characters"],
    ["name again", "name again is required"],
    ["sure", "Are you sure? must be true or false"],
  ]);
  expect(others).toEqual(["No."]);
});

it("restores a draft, or starts with the defaults if it is invalid", () => {
  const start = defaultValues(schema);
  expect(restoreValues('{"name":"Ada"}', start)).toEqual({ ...start, name: "Ada" });
  for (const draft of ["", "{", '{"name":7}', "[]"]) expect(restoreValues(draft, start)).toEqual(start);
});

it.each([
  [200_000, "2 d 7 h"],
  [7_260, "2 h 1 min"],
  [65, "1 min 05 s"],
  [9, "9 s"],
  [0, null],
  [-5, null],
])("shows %i seconds left as %j", (seconds, expected) => {
  const now = Date.parse("2031-05-20T09:00:00Z");
  expect(timeLeft(new Date(now + seconds * 1_000).toISOString(), now)).toBe(expected);
});

describe("a question with one yes-or-no field", () => {
  const only: RequestedSchema = {
    type: "object",
    properties: { sure: { type: "boolean", title: "Are you sure?" } },
    required: ["sure"],
  };

  it("is answered with two buttons", () => {
    expect(yesNoField(fieldViews(only))?.label).toBe("Are you sure?");
  });

  it.each<[string, RequestedSchema["properties"]]>([
    ["has another field", { ...only.properties, why: { type: "string" } }],
    ["asks for a text", { why: { type: "string" } }],
    ["has no field", {}],
  ])("is a form if it %s", (_title, properties) => {
    expect(yesNoField(fieldViews({ ...only, properties }))).toBeNull();
  });
});
