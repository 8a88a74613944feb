import { describe, expect, it } from "vitest";
import type { Me, WebSignIn } from "../../../../server/domains/access/identity/model.ts";
import { formOf, isUnconfirmed, namedElsewhere, profileOf, suggestionText } from "./view-model.ts";

describe("the profile's form", () => {
  it("returns what was entered", () => {
    expect(profileOf(formOf({ name: "Ada", email: null }))).toEqual({ name: "Ada", email: null });
  });

  it("treats an empty email as none", () => {
    expect(profileOf({ name: " Ada ", email: " " })).toEqual({ name: "Ada", email: null });
  });
});

it.each([
  ["profile", false],
  ["environment", false],
  ["account", true],
  ["nobody", true],
] as const)("an owner known by the %s is unasked: %s", (source, expected) => {
  expect(isUnconfirmed({ name: "x", email: null, source })).toBe(expected);
});

const board: Me = { authenticated_as: "board", name: "Ada", email: null, acts_as_you: true };
const phone: Me = {
  authenticated_as: "native_app",
  email: "ada@example.org",
  privilege: "act_as_human",
  acts_as_you: true,
  grant_id: 1,
};
const signIn: WebSignIn = {
  email: "bob@corp.test",
  name: "Bob",
  last_signed_in_at: "2026-06-01T12:00:00Z",
  totp_required: true,
  totp_enrolled_at: null,
  recovery_codes_remaining: 0,
};
it.each<[string, Me, WebSignIn | null, string | null]>([
  ["the machine itself", board, null, null],
  ["a browser that signed in", board, signIn, "Bob, bob@corp.test"],
  ["a paired phone", phone, null, "ada@example.org"],
])("at %s the person is named by it, or by the profile alone", (_title, me, web_sign_in, expected) => {
  expect(namedElsewhere({ me, web_sign_in })).toBe(expected);
});

it.each([
  [{ name: "Ada", email: "ada@example.org" }, "Ada, ada@example.org"],
  [{ name: "Ada", email: null }, "Ada"],
  [{ name: null, email: "ada@example.org" }, null],
])("offers %j as %j", (suggestion, expected) => {
  expect(suggestionText(suggestion)).toBe(expected);
});
