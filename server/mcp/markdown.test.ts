import { expect, it } from "vitest";
import { factList, fence, heading, page } from "./markdown.ts";

it("a page has a blank line between its blocks and leaves empty ones out", () => {
  const facts = factList([
    ["ID", 7],
    ["Slug", null],
    ["Heartbeat", false],
    ["Goal", ""],
  ]);
  expect(page(heading(2, "Done"), "", null, facts)).toBe("## Done\n\n- **ID:** 7\n- **Heartbeat:** false");
});

it("a fence is longer than any inside it", () => {
  expect(fence("plain", "json")).toBe("```json\nplain\n```");
  expect(fence("a\n````\nb")).toBe("`````\na\n````\nb\n`````");
});
