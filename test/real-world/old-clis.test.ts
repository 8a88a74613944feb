import { chmod, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentRuntimes } from "../../server/runtimes/index.ts";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { settledCliStatus } from "../support/cli-status.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const old = { claude_code: "0.2.9", codex: "0.20.1", pi: "0.60.0" } as const;
const said = {
  claude_code:
    "Claude Code 0.2.9 is too old: 2.1 or newer is needed. Update it with: npm install -g @anthropic-ai/claude-code",
  codex: "Codex 0.20.1 is too old: 0.144 or newer is needed. Update it with: npm install -g @openai/codex",
  pi: "pi 0.60.0 is too old: 0.87 or newer is needed. Update it with: npm install -g @earendil-works/pi-coding-agent",
} as const;

let folder: TestFolder;
let service: TestService;
let environment: Record<string, string>;

/** What stays on a machine for years: it says its version, and speaks nothing of today. */
async function oldCli(name: string, version: string): Promise<string> {
  const file = folder.at(name);
  await writeFile(file, `#!/bin/sh\n[ "$1" = --version ] && echo "${version} (${name})" || exit 64\n`);
  await chmod(file, 0o755);
  return file;
}

beforeAll(async () => {
  folder = await makeTestFolder();
  environment = {
    SERVICE_CLAUDE_PATH: await oldCli("claude", old.claude_code),
    SERVICE_CODEX_PATH: await oldCli("codex", old.codex),
    SERVICE_PI_PATH: await oldCli("pi", old.pi),
  };
  service = await startTestService({ environment });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

it("every runtime says which versions it speaks", () => {
  for (const { id, oldestVersion } of agentRuntimes({ environment }))
    expect([id, oldestVersion]).toEqual([id, expect.stringMatching(/^\d+\.\d+$/)]);
});

describe.each(runtimeIds)("%s", (id) => {
  it("that is too old fails a session in words", async () => {
    const { id: session } = await createSession(service, {
      agent_runtime: id,
      prompt: "#script say Done.",
    });
    const failed = await service.waitFor(session, ({ status }) => status === "failed");
    expect(JSON.stringify(failed)).toContain(said[id]);
  });

  it("that is too old is not installed for the form, which shows the same words and its version", async () => {
    const { cli_status } = await settledCliStatus(service);
    expect(cli_status.tools[id]).toMatchObject({
      installed: false,
      version: old[id],
      install_instructions: said[id],
    });
  });
});

it("the doctor names each", async () => {
  const { out } = await signalbox(["doctor"], {
    ...environment,
    HOME: folder.at("home"),
    SERVICE_DATA_DIR: folder.at("data"),
  });
  for (const sentence of Object.values(said)) expect(out).toContain(sentence);
});
