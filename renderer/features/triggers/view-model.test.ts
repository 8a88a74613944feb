import { expect, it } from "vitest";
import { fenced, placeholderText } from "./view-model.ts";

it("fences what stands bare, and nothing else", () => {
  const template = "{{text}} {{text|untrusted}} {{title}} {{time}}";
  expect(fenced(template, ["text"])).toBe("{{text|untrusted}} {{text|untrusted}} {{title}} {{time}}");
});

it("writes a placeholder in the form that is best for it", () => {
  expect(["text", "time", "channel_id"].map(placeholderText)).toEqual([
    "{{text|untrusted}}",
    "{{time}}",
    "{{channel_id}}",
  ]);
});
