import { describe, expect, it } from "vitest";
import { notesLimit } from "../../../server/domains/sessions/settings/model.ts";
import { canSave, lengthCounter, notesState } from "./notes.ts";

const long = "x".repeat(notesLimit + 1);
const rest = { typed: null, stored: "a", saving: false, refusal: null };

describe("notesState", () => {
  it.each([
    [rest, ""],
    [{ ...rest, typed: "a" }, ""],
    [{ ...rest, typed: "b" }, "Unsaved"],
    [{ ...rest, typed: "b", saving: true }, "Saving…"],
    [{ ...rest, typed: "b", refusal: "No." }, "No."],
    [{ ...rest, typed: long, refusal: "No." }, "50,000 characters maximum."],
  ])("says of %o what there is to say", (written, expected) => {
    expect(notesState(written)).toBe(expected);
  });
});

it("saves what differs and is not too long", () => {
  expect([null, "a", "b", "", long].map((typed) => canSave(typed, "a"))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

it("counts only near the limit", () => {
  expect(lengthCounter(100)).toBeNull();
  expect(lengthCounter(49_000)).toBe("49,000 of 50,000");
});
