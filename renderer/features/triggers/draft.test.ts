import { describe, expect, it } from "vitest";
import { freshCondition } from "./condition-fields.ts";
import { draftText, readDraftText } from "./draft.ts";
import type { TriggerForm } from "./form.ts";

const start: TriggerForm = {
  name: "Nightly",
  root: "dev",
  template: "Look after it",
  goal: { choice: "none", own: "" },
  reuse: false,
  enqueue: false,
  resuscitate: false,
  skipIfPending: false,
  lastSession: "",
  cap: "",
  window: "",
  schedulingClass: "",
  precedence: "",
  mcpServers: [],
  skills: [],
  hooks: [],
  plugins: [],
  conditions: [],
};
const changed: TriggerForm = { ...start, cap: "3", conditions: [freshCondition("recurring", "mine")] };

describe("the draft of a trigger's form", () => {
  it("gives the form back as it was left, with its conditions", () => {
    expect(readDraftText(draftText(changed, start), start)).toEqual({ form: changed, outdated: false });
  });

  it("is nothing where nothing was changed", () => {
    expect(draftText({ ...start }, start)).toBe("");
    expect(readDraftText("", start)).toBeNull();
  });

  it("knows that the trigger was saved by somebody else since", () => {
    expect(readDraftText(draftText(changed, start), { ...start, name: "Daily" })?.outdated).toBe(true);
  });

  it.each(["{", "{}", JSON.stringify({ form: { name: "of an older board" }, began: "" })])(
    "is nothing where it cannot be read: %s",
    (text) => expect(readDraftText(text, start)).toBeNull(),
  );
});
