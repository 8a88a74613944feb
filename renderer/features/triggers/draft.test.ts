import { describe, expect, it } from "vitest";
import { newCondition } from "./condition-fields.ts";
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
  sandbox: "",
  mcpServers: [],
  skills: [],
  hooks: [],
  plugins: [],
  conditions: [],
};
const changed: TriggerForm = { ...start, cap: "3", conditions: [newCondition("recurring", "mine")] };

describe("the draft of a trigger's form", () => {
  it("restores the form with its conditions", () => {
    expect(readDraftText(draftText(changed, start), start)).toEqual({ form: changed, outdated: false });
  });

  it("is empty if nothing was changed", () => {
    expect(draftText({ ...start }, start)).toBe("");
    expect(readDraftText("", start)).toBeNull();
  });

  it("notices that the trigger was saved elsewhere since", () => {
    expect(readDraftText(draftText(changed, start), { ...start, name: "Daily" })?.outdated).toBe(true);
  });

  it.each(["{", "{}", JSON.stringify({ form: { name: "of an older board" }, began: "" })])(
    "is ignored if it cannot be read: %s",
    (text) => expect(readDraftText(text, start)).toBeNull(),
  );
});
