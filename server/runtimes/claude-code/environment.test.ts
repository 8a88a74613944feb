import { expect, it } from "vitest";
import { markerVariable } from "../../lib/processes/index.ts";
import type { AgentRequest } from "../runtime.ts";
import { environmentOf } from "./environment.ts";

function request(env: Record<string, string>, more: Partial<AgentRequest> = {}): AgentRequest {
  return {
    workspace: {
      sessionId: 1,
      cwd: "/clone",
      repository: { folder: "/clone", trusted: true },
      home: "/home",
      scratch: "/scratch",
      sandbox: null,
      env: { [markerVariable]: "id:1:2", ...env },
    },
    cli: { kind: "found", command: "claude", args: [], version: "2.1.329" },
    equipment: { mcpServers: [], skills: [], hooks: [] },
    prompt: { text: "", images: [] },
    model: "m",
    effort: null,
    systemPrompt: "",
    autoCompactWindow: null,
    toolSearch: true,
    conversation: { kind: "start", id: "c" },
    ...more,
  };
}

it("cuts the agent off from a surrounding Claude Code and keeps credentials and addresses", () => {
  const env = environmentOf(
    request({
      CLAUDECODE: "1",
      CLAUDE_CODE_SESSION_ID: "outer",
      CLAUDE_CODE_MESSAGING_TOKEN: "outer",
      CLAUDE_CONFIG_DIR: "/outer",
      CLAUDE_EFFORT: "max",
      AI_AGENT: "outer",
      CLAUDE_CODE_OAUTH_TOKEN: "token",
      CLAUDE_CODE_USE_BEDROCK: "1",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
      PATH: "/bin",
    }),
  );
  expect(env).toMatchObject({
    CLAUDE_CONFIG_DIR: "/home",
    CLAUDE_CODE_OAUTH_TOKEN: "token",
    CLAUDE_CODE_USE_BEDROCK: "1",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
    PATH: "/bin",
    [markerVariable]: "id:1:2",
  });
  expect(Object.values(env)).not.toContain("outer");
  expect(env).not.toHaveProperty("CLAUDECODE");
  expect(env).not.toHaveProperty("CLAUDE_EFFORT");
});

it("sets the CLI's own limits only if they are requested", () => {
  expect(environmentOf(request({}))).not.toHaveProperty("MCP_TIMEOUT");
  const server = (startupTimeoutSec: number) => ({
    name: "s",
    type: "sse" as const,
    url: "http://x",
    headers: {},
    startupTimeoutSec,
  });
  const equipment = { mcpServers: [server(5), server(90)], skills: [], hooks: [] };
  expect(environmentOf(request({}, { autoCompactWindow: 150_000, equipment }))).toMatchObject({
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: "150000",
    MCP_TIMEOUT: "90000",
  });
});

it("keeps the CLI from searching for MCP tools only if that is turned off", () => {
  expect(environmentOf(request({ ENABLE_TOOL_SEARCH: "auto" }))).toMatchObject({
    ENABLE_TOOL_SEARCH: "auto",
  });
  expect(environmentOf(request({}))).not.toHaveProperty("ENABLE_TOOL_SEARCH");
  const off = environmentOf(request({ ENABLE_TOOL_SEARCH: "auto" }, { toolSearch: false }));
  expect(off).toMatchObject({ ENABLE_TOOL_SEARCH: "false" });
});
