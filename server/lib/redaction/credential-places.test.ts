import { expect, it } from "vitest";
import { credentialLines, credentialPlaces } from "./credential-places.test-data.ts";
import { createRedactor, redactJsonLine } from "./index.ts";

const redactor = createRedactor();

it.each(credentialPlaces)("removes 10,000 random credentials from a $place", (place) => {
  const lines = credentialLines(place, 10_000);
  const left = lines.filter(({ line, secret }) => redactor.redact(line).includes(secret));
  expect(left.map(({ line }) => line)).toEqual([]);
});

it.each([
  ["Authorization: Bearer xxxxxxxxxxxxxxxxxxxx"],
  ["Authorization: Bearer your-token-here"],
  ["Authorization: Bearer undefined"],
  ["Authorization: Basic ..."],
  ["X-API-Key: YOUR_API_KEY_HERE"],
  ['fetch(url, { headers: { "X-API-Key": apiKeyFromSettings } })'],
  ['{"auth":"requiredForEveryone"}'],
  ["https://some-service-account-name@example.org/x.git"],
  ['{"token":"resetPasswordForm","secret":"kubernetes-dashboard-token"}'],
  ["const password = 'ANTHROPIC_API_KEY_NAME'; const apiKey = settingsFromEnvironment"],
  ["SECRET_TOKEN=OTHER_VARIABLE_NAME"],
  ["Authorization: required for every request of this kind"],
  ["Basic authentication, Basic understanding, basic configuration + migration"],
  ["Set-Cookie: theme=dark; Path=/; HttpOnly; SameSite=Strict"],
  ["const cookie = readCookieOfRequest(request); const next = cookie;"],
  ["PGPASSWORD=$DB_PASSWORD psql; PASSWORD=$(cat file); DB_PASSWORD=${DB_PASSWORD:-}"],
  ["password: string; password = argon2id; passwordHash: sha256sum; password: bcryptRounds"],
  ['{"password":"correct-horse-battery"}'],
  ["curl -u user:password https://example.org; curl --user $NAME:$PASSWORD x"],
  ['{ username: "#username", password: "#password" }'],
  ["$request->validate(['password' => 'required', 'name' => 'required'])"],
  ['{"password":"Passwort","last_pass":"2026-11-30"} PASSWORD=getpass()'],
  ["o.cookie=n;t=Object(r.a1)(e,2e4,u8,somethingElse12Long);"],
  ["login with your password please, or login and password reset"],
])("keeps %j, where no credential is", (text) => {
  expect(redactor.redact(text)).toBe(text);
  const line = JSON.stringify({ text });
  expect(redactJsonLine(redactor, line)).toBe(line);
});

it.each(["xxxxK9", "x".repeat(4) + "Qz81Lm4pRt0v", "Zk3.aBcD...Qw9", "your7Gk2mQ9xLp"])(
  "takes %j for a credential, which only contains what placeholders do",
  (secret) => {
    expect(redactor.redact(`Authorization: Bearer aB3${secret}`)).not.toContain(secret);
  },
);
