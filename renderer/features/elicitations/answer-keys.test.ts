import { describe, expect, it } from "vitest";
import type { KeyEvent } from "../../lib/keyboard.ts";
import { answerByKey, mostNumbered, toggled } from "./answer-keys.ts";
import type { Control, FormFieldView } from "./fields.ts";

const press = (key: string, held: Partial<KeyEvent> = {}): KeyEvent => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const field = (control: Control): FormFieldView => ({
  name: "field",
  label: "Field",
  description: null,
  required: true,
  control,
});
const options = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: "" }));

describe("a key in a question", () => {
  it.each([
    ["chooses the option of its number", { kind: "choice", options: options(3) }, "2", "1", true],
    ["picks one of several", { kind: "choices", options: options(3) }, "3", ["2"], false],
    ["says yes", { kind: "check" }, "y", true, true],
    ["says no", { kind: "check" }, "n", false, true],
  ] as const)("%s", (_what, control, key, value, complete) => {
    expect(answerByKey(field({ ...control } as Control), undefined, press(key))).toEqual({ value, complete });
  });

  it.each([
    ["past the last option", { kind: "choice", options: options(3) }, press("4")],
    ["of a list to choose from", { kind: "choice", options: options(mostNumbered + 1) }, press("1")],
    ["with Ctrl", { kind: "check" }, press("n", { ctrlKey: true })],
    ["of a text", { kind: "text", type: "number", whole: true }, press("1")],
    ["that is no digit", { kind: "choices", options: options(3) }, press("x")],
  ] as const)("means nothing if it is one %s", (_what, control, event) => {
    expect(answerByKey(field({ ...control } as Control), undefined, event)).toBeNull();
  });

  it("takes an option back that was picked", () => {
    expect(toggled(["0", "2"], "2")).toEqual(["0"]);
    expect(toggled(undefined, "2")).toEqual(["2"]);
  });
});
