import { describe, expect, it } from "vitest";
import { notesLimit } from "../../../server/domains/sessions/settings/model.ts";
import { canSave, lengthCounter, notesState } from "./notes.ts";

const long = "x".repeat(notesLimit + 1);
const idle = { typed: null, stored: "a", saving: false, refusal: null };

describe("notesState", () => {
  it.each([
    [idle, ""],
    [{ ...idle, typed: "a" }, ""],
    [{ ...idle, typed: "b" }, "Unsaved"],
    [{ ...idle, typed: "b", saving: true }, "Saving…"],
    [{ ...idle, typed: "b", refusal: "No." }, "No."],
    [{ ...idle, typed: long, refusal: "No." }, "Notes can have at most 50,000 characters."],
  ])("describes %o", (written, expected) => {
    expect(notesState(written)).toBe(expected);
  });
});

it("saves changed notes that are not too long", () => {
  expect([null, "a", "b", "", long].map((typed) => canSave(typed, "a"))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

it("counts characters only near the limit", () => {
  expect(lengthCounter(100)).toBeNull();
  expect(lengthCounter(49_000)).toBe("49,000 of 50,000");
});
