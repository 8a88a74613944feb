import { describe, expect, it } from "vitest";
import { refreshedLogin } from "./refreshed-login.ts";

const logins = {
  claude: {
    claudeAiOauth: {
      accessToken: "sk-ant-oat01-a",
      refreshToken: "sk-ant-ort01-a",
      expiresAt: 1,
      scopes: ["x"],
    },
  },
  codex: {
    OPENAI_API_KEY: null,
    tokens: { id_token: "a.b.c", access_token: "a.b.c", refresh_token: "r", account_id: "one" },
    last_refresh: "2026-11-26T10:00:00.123456Z",
  },
  pi: {
    anthropic: { type: "oauth", access: "a", refresh: "r", expires: 1 },
    openai: { type: "api_key", key: "sk-a" },
  },
};

describe("a login that a CLI refreshed", () => {
  it.each([
    [
      "Claude Code",
      logins.claude,
      { claudeAiOauth: { ...logins.claude.claudeAiOauth, accessToken: "sk-ant-oat01-b", expiresAt: 2 } },
    ],
    [
      "Codex",
      logins.codex,
      {
        ...logins.codex,
        tokens: { ...logins.codex.tokens, access_token: "d.e.f", refresh_token: "s" },
        last_refresh: "2026-11-27T10:00:00.1+00:00",
      },
    ],
    [
      "pi",
      logins.pi,
      { ...logins.pi, anthropic: { type: "oauth", access: "tid=b;exp=2", refresh: "s", expires: 2 } },
    ],
  ])("has its new tokens: %s", (_title, lent, written) => {
    expect(refreshedLogin(lent, written)).toEqual(written);
    expect(refreshedLogin(written, written)).toBeNull();
  });
});

describe("half a login", () => {
  const { claude, codex, pi } = logins;
  const { access_token: _, ...withoutAccess } = codex.tokens;

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["Claude Code, no refresh token", claude, { claudeAiOauth: { accessToken: "b", expiresAt: 2 } }],
    [
      "Claude Code, an empty refresh token",
      claude,
      { claudeAiOauth: { ...claude.claudeAiOauth, accessToken: "b", refreshToken: "" } },
    ],
    [
      "Codex, no access token",
      codex,
      { ...codex, tokens: { ...withoutAccess, refresh_token: "s" }, last_refresh: "2026-11-27T10:00:00Z" },
    ],
    ["Codex, no tokens", codex, { ...codex, tokens: null, last_refresh: "2026-11-27T10:00:00Z" }],
    ["pi, no refresh token", pi, { ...pi, anthropic: { type: "oauth", access: "b", expires: 2 } }],
    ["pi, a new time alone", pi, { ...pi, anthropic: { ...pi.anthropic, expires: 2 } }],
  ])("changes nothing of the person's: %s", (_title, lent, written) => {
    expect(refreshedLogin(lent, written)).toBeNull();
  });

  it("is no reason to drop another sign-in that is whole, nor is a time that is missing", () => {
    const lent = { ...pi, other: { type: "oauth", access: "a", refresh: "r", expires: 1 } };
    const written = {
      anthropic: { type: "oauth", access: "b" },
      other: { type: "oauth", access: "b", refresh: "s" },
    };
    expect(refreshedLogin(lent, written)).toEqual({ ...lent, other: { ...written.other, expires: 1 } });
  });
});

describe("a login that an agent wrote", () => {
  const { anthropic, openai } = logins.pi;

  it.each<[string, Record<string, unknown>]>([
    ["a command in place of a key", { anthropic, openai: { type: "api_key", key: "!touch /tmp/owned" } }],
    ["a command in place of a token", { anthropic: { ...anthropic, access: "!touch /tmp/owned" }, openai }],
    ["a variable in place of a token", { anthropic: { ...anthropic, access: "$HOME" }, openai }],
    ["another kind of sign-in", { anthropic: { type: "api_key", key: "sk-b" }, openai }],
    ["one more provider", { anthropic, openai, evil: { type: "api_key", key: "!touch /tmp/owned" } }],
    ["one more setting", { anthropic: { ...anthropic, env: { PATH: "/tmp" } }, openai }],
    ["no provider", {}],
    ["another shape", { anthropic: { ...anthropic, access: { nested: "b" }, expires: "soon" }, openai }],
    ["a prototype", JSON.parse('{"__proto__":{"access":"b"}}')],
  ])("changes nothing of the person's: %s", (_title, written) => {
    expect(refreshedLogin(logins.pi, written)).toBeNull();
  });

  it("brings its new tokens and nothing else", () => {
    const written = { anthropic: { ...anthropic, access: "b", env: {} }, evil: { key: "!touch /tmp/owned" } };
    expect(refreshedLogin(logins.pi, written)).toEqual({
      ...logins.pi,
      anthropic: { ...anthropic, access: "b" },
    });
  });
});
