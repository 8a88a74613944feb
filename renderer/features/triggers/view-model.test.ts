import { expect, it } from "vitest";
import { readTriggersSearch } from "./triggers-search.ts";
import { markUntrusted, placeholderText } from "./view-model.ts";

it("marks only bare placeholders as untrusted", () => {
  const template = "{{text}} {{text|untrusted}} {{title}} {{time}}";
  expect(markUntrusted(template, ["text"])).toBe("{{text|untrusted}} {{text|untrusted}} {{title}} {{time}}");
});

it("marks what comes from outside as untrusted", () => {
  expect(["text", "time", "channel_id"].map(placeholderText)).toEqual([
    "{{text|untrusted}}",
    "{{time}}",
    "{{channel_id}}",
  ]);
});

it("reads the filters of the list from the address, without what is none", () => {
  expect(readTriggersSearch({ status: "failed", kind: "chat", page: 2 })).toEqual({
    status: "failed",
    kind: "chat",
    page: 2,
  });
  expect(readTriggersSearch({ status: "", kind: "cron", page: 0 })).toEqual({});
});
