import { expect, it } from "vitest";
import { createRedactor } from "../../../lib/redaction/index.ts";
import { elicitationAccess } from "./access.ts";

const access = (secret = "a-secret") =>
  elicitationAccess({ secret, baseUrl: () => "http://127.0.0.1:3000", defaultLifetimeMs: 60_000 });
const tokenOf = (url: string): string => url.split("/").at(-1) ?? "";

it("a token is valid for its session in its own data folder only", () => {
  const { urlOf, sessionOf } = access();
  expect(urlOf(7)).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/api\/v1\/elicitations\/session\/elicit_7_[0-9a-f]{64}$/,
  );
  expect(sessionOf(tokenOf(urlOf(7)))).toBe(7);
  expect(access("another").sessionOf(tokenOf(urlOf(7)))).toBe(null);
});

it.each([
  "",
  "elicit_",
  "elicit_7_",
  "elicit_0_x",
  "elicit_-1_x",
  "elicit_7_ÿ",
  `elicit_${"9".repeat(40)}_x`,
])("%j is not a valid token", (token) => {
  expect(access().sessionOf(token)).toBe(null);
});

it("changing the number in a token does not give access to another session", () => {
  const { urlOf, sessionOf } = access();
  expect(sessionOf(tokenOf(urlOf(7)).replace("_7_", "_8_"))).toBe(null);
  expect(sessionOf(`${tokenOf(urlOf(7))}0`)).toBe(null);
});

it("a token has a shape that redaction removes", () => {
  const url = access().urlOf(12_345);
  expect(createRedactor().redact(`curl ${url}/r-1`)).not.toContain(tokenOf(url));
});
