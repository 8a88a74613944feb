import { describe, expect, it } from "vitest";
import { environmentSecrets, refreshingRedactor } from "./redactor.ts";

describe("environmentSecrets", () => {
  it.each([
    ["a key", "SOME_API_KEY"],
    ["keys", "API_KEYS"],
    ["a token", "GITHUB_TOKEN"],
    ["a secret in lower case", "oauth_client_secret"],
    ["a password", "DB_PASSWORD"],
    ["credentials", "AWS_CREDENTIALS"],
  ])("takes the value of %s", (_title, name) => {
    expect(environmentSecrets({ [name]: "s3cr3t-value" })).toEqual([{ name, value: "s3cr3t-value" }]);
  });

  it.each(["PATH", "KEYBOARD", "TOKENIZER_MODEL", "SECRET_SANTA_NAME"])("leaves %s alone", (name) => {
    expect(environmentSecrets({ [name]: "plain" })).toEqual([]);
  });

  it("splits a list and skips unset variables", () => {
    expect(environmentSecrets({ API_KEYS: "one, two", OTHER_KEY: undefined })).toEqual([
      { name: "API_KEYS", value: "one" },
      { name: "API_KEYS", value: "two" },
    ]);
  });
});

describe("refreshingRedactor", () => {
  const first = "plainword-first-0001";
  const second = "plainword-second-0002";

  it("learns a new secret within a minute, and reads secrets no more often", () => {
    const clock = { at: 0, now: () => clock.at };
    const known = [{ name: "A_KEY", value: first }];
    let asked = 0;
    const redactor = refreshingRedactor({
      clock,
      secrets: () => {
        asked += 1;
        return [...known];
      },
    });
    expect(redactor.redact(`say ${first} and ${second}`)).toMatch(
      /^say \[REDACTED:.*\] and plainword-second-0002$/,
    );
    known.push({ name: "B_KEY", value: second });
    clock.at = 59_999;
    expect(redactor.redact(second)).toBe(second);
    expect(asked).toBe(1);
    clock.at = 60_000;
    expect(redactor.redact(second)).toMatch(/^\[REDACTED:/);
    expect(redactor.redact(first)).toMatch(/^\[REDACTED:/);
    expect(asked).toBe(2);
  });
});
