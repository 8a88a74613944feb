import { expect, it } from "vitest";
import { decideModelAccess, type ModelAccess, ownerLoginFile } from "./environment.ts";

const cases: [string, Record<string, string>, boolean, ModelAccess][] = [
  ["nothing set", {}, false, { kind: "none" }],
  ["a login", {}, true, { kind: "built_in" }],
  ["a login and a key", { OPENAI_API_KEY: "k" }, true, { kind: "built_in" }],
  [
    "a key alone",
    { OPENAI_API_KEY: "k" },
    false,
    { kind: "provider", baseUrl: "https://api.openai.com/v1", auth: "api_key" },
  ],
  [
    "a base URL and a key",
    { OPENAI_BASE_URL: "http://b/v1/", OPENAI_API_KEY: "k" },
    true,
    { kind: "provider", baseUrl: "http://b/v1", auth: "api_key" },
  ],
  [
    "a base URL and a login",
    { OPENAI_BASE_URL: "http://b" },
    true,
    { kind: "provider", baseUrl: "http://b", auth: "login" },
  ],
  [
    "a base URL alone",
    { OPENAI_BASE_URL: "http://b" },
    false,
    { kind: "provider", baseUrl: "http://b", auth: "none" },
  ],
];

it.each(cases)("decides how a model is reached with %s", (_name, environment, isLoggedIn, expected) => {
  expect(decideModelAccess(environment, isLoggedIn)).toEqual(expected);
});

it("finds the owner's login in the configured home, else in the person's", () => {
  expect(ownerLoginFile({ CODEX_HOME: "/c", HOME: "/h" })).toBe("/c/auth.json");
  expect(ownerLoginFile({ HOME: "/h" })).toBe("/h/.codex/auth.json");
  expect(ownerLoginFile({})).toBeNull();
});
