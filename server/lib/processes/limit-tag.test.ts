import { expect, it } from "vitest";
import { limitTag, tagIn, tagStartsWith } from "./limit-tag.ts";

it("tells a turn's tag by the turn, its session and its installation, and no other's", () => {
  const tag = limitTag("data-1:7:31");
  for (const prefix of ["data-1", "data-1:7", "data-1:7:31"]) expect(tagStartsWith(tag, prefix)).toBe(true);
  for (const prefix of ["data-2", "data-1:8", "data-1:7:3", "data-1:31:7", ""])
    expect(tagStartsWith(tag, prefix)).toBe(false);
  expect(tagStartsWith(null, "data-1")).toBe(false);
});

it("reads a tag from a process's limits, and leaves limits of others alone", () => {
  const limits = (soft: string) =>
    `Max address space   unlimited   unlimited   bytes\nMax file locks            ${soft}   unlimited   locks\n`;
  const tag = limitTag("data-1:7:31");
  expect(tagIn(limits(String(tag)))).toBe(tag);
  expect(tagIn(limits("unlimited"))).toBeNull();
  expect(tagIn(limits("1024"))).toBeNull();
  expect(tagIn("")).toBeNull();
});
