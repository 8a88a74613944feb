/** @module-tag real-cli */

import { chmod, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { type GitServer, startGitServer } from "../support/git-server.ts";
import { type FakeGitHub, gitHubToken, startFakeGitHub } from "../support/github.ts";
import { type LoggingProxy, startLoggingProxy } from "../support/logging-proxy.ts";
import { gh, pullRequestWork } from "../support/pull-requests.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
import { type FakeSlack, slackToken, startFakeSlack } from "../support/slack.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const longMs = 60_000;
const modelHost = "model.example.test";
const apiHost = "api.example.test";
const slackHost = "slack.example.test";
const git_root = "http://github.com/acme/site";

let folder: TestFolder;
let gitServer: GitServer;
let model: ScriptedModel;
let gitHub: FakeGitHub;
let slack: FakeSlack;
let proxy: LoggingProxy;
let service: TestService;

/** A machine whose only way out is a proxy, and whose owner named no exceptions. */
beforeAll(async () => {
  folder = await makeTestFolder();
  const repository = await makeGitRepository(folder.at("repository"));
  gitServer = await startGitServer("http", repository, Number.MAX_SAFE_INTEGER);
  model = await startScriptedModel({ scenarios: [] });
  gitHub = await startFakeGitHub();
  slack = await startFakeSlack();
  slack.channel("C0ORCHARD", { name: "orchard" });
  proxy = await startLoggingProxy({
    [modelHost]: model.url,
    "github.com": gitServer.url,
    [apiHost]: gitHub.url,
    [slackHost]: slack.url,
  });
  await writeFile(folder.at("gh"), gh);
  await chmod(folder.at("gh"), 0o755);
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
  service = await startTestService({
    environment: {
      ...Object.fromEntries(names.map((name) => [name, proxy.url])),
      PATH: `${folder.path}${delimiter}${process.env["PATH"] ?? ""}`,
      ANTHROPIC_BASE_URL: `http://${modelHost}`,
      OPENAI_BASE_URL: `http://${modelHost}/v1`,
      OPENROUTER_BASE_URL: `http://${modelHost}/v1`,
      GITHUB_TOKEN: gitHubToken,
      SERVICE_GITHUB_API_URL: `http://${apiHost}`,
      SERVICE_CHAT_BOT_TOKEN: slackToken,
      SERVICE_CHAT_API_URL: `http://${slackHost}`,
    },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await model.close();
  for (const part of [proxy, slack, gitHub, gitServer, folder]) await part[Symbol.asyncDispose]();
});

const hostsAsked = (): string[] => [...new Set(proxy.asked.map((host) => host.replace(/:80$/, "")))];

describe.each(["pi", "claude_code", "codex"])("behind a proxy, the real %s", (agent_runtime) => {
  it("asks its provider through it, and the service directly", async () => {
    proxy.asked.length = 0;
    const title = `Named by ${agent_runtime}`;
    const rename = { action: "update_title", title };
    const prompt = `#script mcp server=signalbox tool=action_session args=${JSON.stringify(rename)}\n#script say Done.`;
    const { id } = await createSession(service, { agent_runtime, git_root, prompt });
    const rested = await service.waitFor(id, atRest, longMs);
    expect(rested.status, JSON.stringify(rested)).toBe("needs_input");
    expect((await sessionOf(service, id)).title).toBe(title);
    const asked = hostsAsked();
    expect(asked).toEqual(expect.arrayContaining(["github.com", modelHost]));
    expect(asked.filter((host) => /^(?:localhost|127\.|\[)/.test(host))).toEqual([]);
    expect(proxy.sent()).not.toContain("sbx_self");
  });
});

it("reads GitHub through the proxy", async () => {
  gitHub.show("acme/site#1");
  const { id } = await createSession(service, {
    git_root,
    prompt: pullRequestWork(1),
    goal: "open-reviewed-green-pr",
  });
  const isRead = ({ goal_check }: Awaited<ReturnType<typeof sessionOf>>): boolean =>
    typeof goal_check?.pull_requests[0]?.state === "string";
  await service.waitFor(id, (session) => atRest(session) && isRead(session), longMs);
  expect(hostsAsked()).toContain(apiHost);
});

it("asks Slack through the proxy", async () => {
  const { status, body } = await service.call("GET", "/triggers/channels");
  expect([status, body]).toEqual([
    200,
    { channels: [{ id: "C0ORCHARD", name: "orchard", is_private: false, num_members: 2 }] },
  ]);
  expect(hostsAsked()).toContain(slackHost);
});
