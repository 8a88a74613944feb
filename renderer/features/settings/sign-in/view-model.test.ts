import { describe, expect, it } from "vitest";
import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";
import { recoveryStatus, ruleSentences } from "./view-model.ts";

const state: WebSignInState = {
  state: "on",
  missing: [],
  issuer: "https://accounts.google.com",
  redirect_uri: "https://board.example/sign-in/callback",
  allowed_domains: ["corp.test", "other.test"],
  second_factor: "required",
  sign_in_days: 90,
  trusted_browser_days: 1,
  you: null,
  browsers: [],
  trusted_browsers: [],
};

describe("ruleSentences", () => {
  it("says who signs in, where, and for how long", () => {
    expect(ruleSentences(state)).toEqual([
      "People from corp.test, other.test sign in at accounts.google.com, then enter a code from their authenticator app.",
      "A browser stays signed in for 90 days after its last use.",
      "A trusted browser does not need a code for 1 day.",
    ]);
  });

  it("leaves out trusted browsers if no code is needed", () => {
    expect(ruleSentences({ ...state, second_factor: "off" })).toHaveLength(2);
  });
});

it.each([
  [10, "10 recovery codes are left.", false],
  [3, "3 recovery codes are left.", false],
  [2, "2 recovery codes are left.", true],
  [1, "1 recovery code is left.", true],
  [0, "No recovery codes are left.", true],
])("describes %i recovery codes as %s", (left, text, few) => {
  expect(recoveryStatus(left)).toEqual({ text, few });
});
