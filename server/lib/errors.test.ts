import { describe, expect, it } from "vitest";
import { defineRefusals, invalid, notFound, Refusal } from "./errors.ts";

const lampRefusal = defineRefusals({
  gone: { status: 404, label: "Not Found", message: "The lamp is gone" },
  bright: { status: 422, label: "Invalid lamp", message: ({ watts = 0 }) => `${watts} watts are too many` },
});

describe("Refusal", () => {
  it("has the one error shape of the API, its sentences joined (R148)", () => {
    const refusal = new Refusal({ status: 422, label: "Validation failed", messages: ["One", "Two"] });
    expect(refusal.toJSON()).toEqual({
      error: "Validation failed",
      message: "One, Two",
      messages: ["One", "Two"],
    });
  });

  it("carries further keys, which cannot take the place of the three", () => {
    const extra = { retry_after: 7, error: "mine", messages: [] };
    const refusal = new Refusal({ status: 429, label: "Too many", messages: ["Wait"], extra });
    expect(refusal.toJSON()).toEqual({
      retry_after: 7,
      error: "Too many",
      message: "Wait",
      messages: ["Wait"],
    });
  });

  it("keeps its cause for the log and out of the body", () => {
    const cause = new Error("inner");
    const refusal = new Refusal({ status: 503, label: "Busy", messages: ["Busy"], cause });
    expect(refusal.cause).toBe(cause);
    expect(JSON.stringify(refusal)).not.toContain("inner");
  });
});

describe("defineRefusals", () => {
  it.each([
    ["a fixed sentence", lampRefusal("gone"), [404, "The lamp is gone"]],
    ["a sentence with its details", lampRefusal("bright", { watts: 90 }), [422, "90 watts are too many"]],
    ["a sentence whose details were left out", lampRefusal("bright"), [422, "0 watts are too many"]],
  ])("makes %s", (_title, refusal, expected) => {
    expect([refusal.status, refusal.message]).toEqual(expected);
  });

  it("passes further keys on", () => {
    expect(lampRefusal("gone", {}, { lamp: 7 }).toJSON()).toMatchObject({ lamp: 7 });
  });
});

it.each([
  ["invalid with one sentence", invalid("Bad"), { error: "Validation failed", messages: ["Bad"] }],
  [
    "invalid with a label of its own",
    invalid(["A", "B"], "Too long"),
    { error: "Too long", messages: ["A", "B"] },
  ],
  ["notFound", notFound("Log"), { error: "Not Found", messages: ["Log not found"] }],
])("%s", (_title, refusal, expected) => {
  expect(refusal.toJSON()).toMatchObject(expected);
});
