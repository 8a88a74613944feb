import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { agentRuntimes } from "./index.ts";
import type { RuntimeId } from "./runtime.ts";

type Case = [
  title: string,
  runtime: RuntimeId,
  given: { env?: object; file?: string; logins?: object },
  method: string | null,
];

const cases: Case[] = [
  ["nothing", "claude_code", {}, null],
  ["a key", "claude_code", { env: { ANTHROPIC_API_KEY: "k" } }, "api_key"],
  ["a token", "claude_code", { env: { CLAUDE_CODE_OAUTH_TOKEN: "t" } }, "oauth_token"],
  [
    "a key and a token",
    "claude_code",
    { env: { CLAUDE_CODE_OAUTH_TOKEN: "t", ANTHROPIC_API_KEY: "k" } },
    "api_key",
  ],
  [
    "a stored login",
    "claude_code",
    { file: ".claude/.credentials.json", logins: { claudeAiOauth: { accessToken: "a" } } },
    "subscription",
  ],
  [
    "a login without a token",
    "claude_code",
    { file: ".claude/.credentials.json", logins: { claudeAiOauth: { accessToken: "" } } },
    null,
  ],
  ["nothing", "codex", {}, null],
  ["a key", "codex", { env: { OPENAI_API_KEY: "k" } }, "api_key"],
  ["an address", "codex", { env: { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" } }, "base_url"],
  ["a stored key", "codex", { file: ".codex/auth.json", logins: { OPENAI_API_KEY: "k" } }, "api_key"],
  [
    "a stored login",
    "codex",
    { file: ".codex/auth.json", logins: { OPENAI_API_KEY: null, tokens: { access_token: "a" } } },
    "subscription",
  ],
  ["nothing", "pi", {}, null],
  ["a key", "pi", { env: { OPENROUTER_API_KEY: "k" } }, "api_key"],
  ["a vendor's key", "pi", { env: { OPENAI_API_KEY: "k" } }, "api_key"],
  ["a server on this machine", "pi", { env: { OPENROUTER_BASE_URL: "http://127.0.0.1:1/v1" } }, "base_url"],
  [
    "a server elsewhere and no key",
    "pi",
    { env: { OPENROUTER_BASE_URL: "https://models.example/v1" } },
    null,
  ],
  ["an address that is none", "pi", { env: { OPENROUTER_BASE_URL: "models" } }, null],
  [
    "a stored key",
    "pi",
    { file: ".pi/agent/auth.json", logins: { openrouter: { type: "api_key", key: "k" } } },
    "api_key",
  ],
  [
    "a stored login",
    "pi",
    { file: ".pi/agent/auth.json", logins: { anthropic: { type: "oauth", access: "a" } } },
    "subscription",
  ],
];

it.each(cases)(
  "with %s %s is signed in as it should be",
  async (_title, id, { env, file, logins }, method) => {
    const home = await mkdtemp(join(tmpdir(), "signalbox-sign-in-"));
    onTestFinished(() => rm(home, { recursive: true }));
    if (file !== undefined) {
      await mkdir(dirname(join(home, file)), { recursive: true });
      await writeFile(join(home, file), JSON.stringify(logins));
    }
    const runtime = agentRuntimes({ environment: { HOME: home, ...env } }).find((each) => each.id === id);
    expect(await runtime?.signIn()).toEqual({ authenticated: method !== null, method });
  },
);

it("treats an unreadable login file as missing", async () => {
  const home = await mkdtemp(join(tmpdir(), "signalbox-sign-in-"));
  onTestFinished(() => rm(home, { recursive: true }));
  await mkdir(join(home, ".codex"));
  await writeFile(join(home, ".codex/auth.json"), '{"tokens":');
  const codex = agentRuntimes({ environment: { HOME: home } }).find(({ id }) => id === "codex");
  expect(await codex?.signIn()).toEqual({ authenticated: false, method: null });
});
