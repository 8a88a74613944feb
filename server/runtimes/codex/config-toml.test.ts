import { expect, it } from "vitest";
import type { McpServer } from "../runtime.ts";
import { type CodexConfig, configToml } from "./config-toml.ts";

const plain: CodexConfig = {
  access: { kind: "built_in" },
  cwd: "/srv/clone",
  repository: { folder: "/srv/clone", trusted: true },
  mcpServers: [],
  forwardedVariables: ["SIGNALBOX_AGENT"],
  hiddenVariables: [],
};

it("keeps the vendor's provider and trusts the clone", () => {
  expect(configToml(plain)).toBe(`"allow_login_shell" = false
"cli_auth_credentials_store" = "file"
"check_for_update_on_startup" = false
"model_provider" = "openai"
"suppress_unstable_features_warning" = true

["history"]
"persistence" = "none"

["analytics"]
"enabled" = false

["features"]
"unbounded_connection_retries" = false
"default_mode_request_user_input" = true

["projects"."/srv/clone"]
"trust_level" = "trusted"
`);
});

it("states its trust for the working folder and for the clone, so that the CLI decides nothing by itself", () => {
  const untrusted = configToml({
    ...plain,
    cwd: "/srv/clone/api",
    repository: { folder: "/srv/clone", trusted: false },
  });
  expect(untrusted).toContain('["projects"."/srv/clone"]\n"trust_level" = "untrusted"');
  expect(untrusted).toContain('["projects"."/srv/clone/api"]\n"trust_level" = "untrusted"');
  expect(untrusted).not.toContain('"trusted"');
});

it("points a custom provider at a base URL, with the key by the name of its variable", () => {
  const text = configToml({
    ...plain,
    access: { kind: "provider", baseUrl: "http://127.0.0.1:1/v1", auth: "api_key" },
    hiddenVariables: ["OPENAI_API_KEY"],
  });
  expect(text).toContain('"model_provider" = "signalbox"\n');
  expect(text).toContain('["shell_environment_policy"]\n"exclude" = ["OPENAI_API_KEY"]\n');
  expect(text).toContain(
    '["model_providers"."signalbox"]\n"name" = "OPENAI_BASE_URL"\n"base_url" = "http://127.0.0.1:1/v1"\n"wire_api" = "responses"\n"env_key" = "OPENAI_API_KEY"\n',
  );
});

it("uses the login at a base URL if there is no key", () => {
  const text = configToml({ ...plain, access: { kind: "provider", baseUrl: "http://x/v1", auth: "login" } });
  expect(text).toContain('"requires_openai_auth" = true');
  expect(text).not.toContain("env_key");
});

it("writes MCP servers of both transports, approved and with the marker passed on", () => {
  const servers: McpServer[] = [
    {
      name: "@team/local one",
      type: "stdio",
      command: "npx",
      args: ["-y", 'say "hi"'],
      env: { A_KEY: "a\nb\u007f" },
      startupTimeoutSec: 90,
      toolTimeoutSec: 3_660,
    },
    { name: "web", type: "streamable-http", url: "http://h/mcp", headers: { Authorization: "Bearer t" } },
    { name: "old", type: "sse", url: "http://h/sse", headers: {} },
  ];
  const text = configToml({ ...plain, mcpServers: servers });
  expect(text).toContain(`["mcp_servers"."_team_local_one"]
"command" = "npx"
"args" = ["-y", "say \\"hi\\""]
"env_vars" = ["SIGNALBOX_AGENT"]
"startup_timeout_sec" = 90
"tool_timeout_sec" = 3660
"default_tools_approval_mode" = "approve"

["mcp_servers"."_team_local_one"."env"]
"A_KEY" = "a\\nb\\u007f"

["mcp_servers"."web"]
"url" = "http://h/mcp"
"startup_timeout_sec" = 30
"tool_timeout_sec" = 600
`);
  expect(text).toContain('["mcp_servers"."web"."http_headers"]\n"Authorization" = "Bearer t"\n');
  expect(text).not.toContain("old");
});
