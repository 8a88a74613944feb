import fc from "fast-check";
import { expect, it } from "vitest";
import { releaseNotesText } from "./release-notes.ts";

it.each([
  [
    "paragraphs and lists",
    "<h2>New</h2><ul><li>One</li><li>Two &amp; three</li></ul>",
    "New\n\n- One\n- Two & three",
  ],
  ["an entity once only", "&amp;lt;b&amp;gt;", "&lt;b&gt;"],
  ["no script", "a<script>alert(1)</script>b<style>p{}</style>", "ab"],
  ["what an open tag swallows", "safe <img src=x onerror=", "safe"],
  ["the notes of several versions", [{ note: "<p>Two</p>" }, { note: null }, { note: "One" }], "Two\n\nOne"],
  ["no notes", null, ""],
])("reads %s as text", (_title, notes, text) => {
  expect(releaseNotesText(notes)).toBe(text);
});

it("cuts long notes", () => {
  fc.assert(fc.property(fc.string({ maxLength: 4_000 }), (notes) => releaseNotesText(notes).length <= 1_500));
  expect(releaseNotesText("x".repeat(2_000))).toMatch(/^x{1499}…$/);
});
