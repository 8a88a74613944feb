import { expect, it } from "vitest";
import { createRedactor } from "../../../lib/redaction/index.ts";
import { elicitationAccess } from "./access.ts";

const access = (secret = "a-secret") =>
  elicitationAccess({ secret, baseUrl: () => "http://127.0.0.1:3000", lastingMs: 60_000 });
const tokenOf = (url: string): string => url.split("/").at(-1) ?? "";

it("a token opens the session it was made for, and no other data folder's", () => {
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
])("%j opens nothing", (token) => {
  expect(access().sessionOf(token)).toBe(null);
});

it("a token of one session does not become another's by its number", () => {
  const { urlOf, sessionOf } = access();
  expect(sessionOf(tokenOf(urlOf(7)).replace("_7_", "_8_"))).toBe(null);
  expect(sessionOf(`${tokenOf(urlOf(7))}0`)).toBe(null);
});

it("a token has a shape that redaction takes out", () => {
  const url = access().urlOf(12_345);
  expect(createRedactor().redact(`curl ${url}/r-1`)).not.toContain(tokenOf(url));
});
