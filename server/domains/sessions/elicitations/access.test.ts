import { expect, it } from "vitest";
import { createRedactor } from "../../../lib/redaction/index.ts";
import { sessionPasses } from "../../../lib/session-passes.ts";
import { elicitationAccess } from "./access.ts";

function openAccess(...running: readonly number[]) {
  const passes = sessionPasses();
  const open = running.map((sessionId) => passes.open({ sessionId, turnId: 1 }));
  const baseUrl = () => "http://127.0.0.1:3000";
  return { passes, open, ...elicitationAccess({ passes, baseUrl, defaultLifetimeMs: 60_000 }) };
}
const tokenOf = (url: string): string => url.split("/").at(-1) ?? "";

it("a token is valid for its session in its own start of the service only", () => {
  const { urlOf, sessionOf } = openAccess(7);
  expect(urlOf(7)).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/api\/v1\/elicitations\/session\/elicit_7_[0-9a-f]{64}$/,
  );
  expect(sessionOf(tokenOf(urlOf(7)))).toBe(7);
  expect(openAccess(7).sessionOf(tokenOf(urlOf(7)))).toBe(null);
});

it("a token is worthless once its turn has ended, in a later turn too", () => {
  const { passes, open, urlOf, sessionOf } = openAccess(7);
  const token = tokenOf(urlOf(7));
  for (const pass of open) pass.close();
  expect(sessionOf(token)).toBe(null);
  expect(() => urlOf(7)).toThrow("No program runs for session 7");
  passes.open({ sessionId: 7, turnId: 2 });
  expect(sessionOf(token)).toBe(null);
  expect(sessionOf(tokenOf(urlOf(7)))).toBe(7);
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
  expect(openAccess(7).sessionOf(token)).toBe(null);
});

it("changing the number in a token does not give access to another session", () => {
  const { urlOf, sessionOf } = openAccess(7, 8);
  expect(sessionOf(tokenOf(urlOf(7)).replace("_7_", "_8_"))).toBe(null);
  expect(sessionOf(`${tokenOf(urlOf(7))}0`)).toBe(null);
});

it("a token has a shape that redaction removes", () => {
  const url = openAccess(12_345).urlOf(12_345);
  expect(createRedactor().redact(`curl ${url}/r-1`)).not.toContain(tokenOf(url));
});
