import { expect, it } from "vitest";
import { text } from "./text.ts";

it("counts the entries of a digest by type, in the order they came", () => {
  const types = ["session_failed", "session_needs_input", "push", "session_needs_input"] as const;
  expect(text.digest(types)).toEqual({
    title: "4 new in your inbox",
    body: "1 failed, 2 need input, 1 message",
    url: "/inbox",
    tag: "inbox",
  });
});
