/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EnqueuedMessage } from "../../server/domains/turns/messages/model.ts";
import { probeSandbox, probeStrict } from "../../server/lib/sandbox/index.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { gitHubToken } from "../support/github.ts";
import { pullRequestUrl, startWithGitHub, type WithGitHub } from "../support/pull-requests.ts";
import { atRest } from "../support/service.ts";
import { createSession, transcriptOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: longMs });

const secret = "the launch code is 4711";
const foreignUrl = "https://github.com/corp/secret/pull/7";

/** In the agent's own clone: prints what it is told. */
const fakeProgram = '#!/bin/sh\nfor last; do :; done\necho "$last"\n';

let bed: WithGitHub;
/** Why this machine has no sandbox of a level. */
const missing = new Map<string, string>();

beforeAll(async () => {
  bed = await startWithGitHub();
  const at = { environment: process.env, dataFolder: bed.service.service.dataFolder };
  const probes = { workspace: await probeSandbox(at), strict: await probeStrict(at) };
  for (const [level, probe] of Object.entries(probes)) if (!probe.available) missing.set(level, probe.reason);
  const comment = {
    author: { login: "ada" },
    authorAssociation: "OWNER",
    body: secret,
    url: "https://github.com/corp/secret/pull/7#c",
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  };
  const sha = "a".repeat(40);
  const red = { comments: [comment], checks: { test: "FAILURE" } };
  for (const name of ["corp/secret#7", "acme/site#5"]) bed.gitHub.show(name, red);
  bed.gitHub.checked(sha, {
    runs: [
      {
        id: 1,
        name: "test",
        conclusion: "failure",
        completed_at: new Date(Date.now() - 3_600_000).toISOString(),
        lines: [{ path: "a.ts", start_line: 1, message: secret }],
      },
    ],
  });
});
afterAll(() => bed[Symbol.asyncDispose]());

/** Everything that GitHub was asked with the owner's token. */
const asked = (): string =>
  bed.gitHub.requests
    .filter(({ authorization }) => authorization === `token ${gitHubToken}`)
    .map(({ path, body }) => `${path} ${body}`)
    .join("\n");

/** A session whose agent runs a program that says it opened what the words name, and what it was told of it. */
async function claiming(words: string, url: string, more: Record<string, unknown>) {
  const { service } = bed;
  const git_root = await service.repository({ gh: fakeProgram });
  const prompt = `#script bash cmd=chmod +x gh && ./gh pr create ${words} --title ${url}\n#script say Opened it.`;
  const { id } = await createSession(service, { git_root, prompt, ...more });
  await service.waitFor(id, atRest, longMs);
  const one = async () => {
    const { body } = await service.board.call<{
      pull_requests: { url: string; state: string | null; title: string | null; link_only: boolean }[];
    }>("GET", `/sessions/${id}/pull_requests`);
    return body.pull_requests[0];
  };
  const told = async (): Promise<string> => {
    const { body } = await service.call<{ enqueued_messages: EnqueuedMessage[] }>(
      "GET",
      `/sessions/${id}/enqueued_messages?status[]=pending&status[]=processing&status[]=sent`,
    );
    return body.enqueued_messages.map(({ content }) => content).join("\n");
  };
  await expect.poll(one, { timeout: longMs }).toMatchObject({ url });
  return { id, one, told };
}

describe.each(["pi", "codex"])("an agent of the real %s", (agent_runtime) => {
  it.for(["workspace", "strict"])(
    "at level %s is told nothing of a pull request that it names in another repository",
    async (sandbox, { skip }) => {
      const why = missing.get(sandbox);
      if (why !== undefined) skip(`No sandbox of level ${sandbox} starts on this machine: ${why}`);
      const { id, one, told } = await claiming("-R corp/secret", foreignUrl, { agent_runtime, sandbox });
      // What is its own is read afterward, so that all that was to be read has been.
      bed.gitHub.show("acme/site#1");
      const own = await claiming("", pullRequestUrl(1), {});
      await expect.poll(own.one, { timeout: longMs }).toMatchObject({ state: "open", link_only: false });
      expect(await one()).toMatchObject({ state: null, title: null, link_only: true });
      expect(asked()).toContain('"acme"');
      expect(asked()).not.toMatch(/corp|secret/);
      expect(await told()).toBe("");
      expect(await transcriptOf(bed.service, id)).not.toContain(secret);
    },
  );

  it("is told nothing that is older than the first sighting of one in its own repository", async () => {
    const { id, one, told } = await claiming("", pullRequestUrl(5), { agent_runtime });
    await expect.poll(one, { timeout: longMs }).toMatchObject({ state: "open", ci: "fail" });
    await expect.poll(told, { timeout: longMs }).toContain("failed before Signalbox first saw");
    await bed.service.waitFor(id, atRest, longMs);
    expect(await told()).not.toContain(secret);
    expect(await transcriptOf(bed.service, id)).not.toContain(secret);
  });
});

it("a link that an earlier release read is not read any more, and the session's log says so", async () => {
  const { service, gitHub } = bed;
  gitHub.show("acme/site#2");
  const { id, one } = await claiming("", pullRequestUrl(2), {});
  await expect.poll(one, { timeout: longMs }).toMatchObject({ state: "open" });
  const before = gitHub.requests.length;
  {
    using data = openServiceDatabase(service);
    const { sql } = data;
    sql
      .prepare("UPDATE pull_requests SET owner = 'corp', repo = 'secret', polled_at = 1 WHERE number = 2")
      .run();
    sql.prepare("UPDATE session_pull_requests SET followed = NULL WHERE session_id = ?").run(id);
  }
  await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Go on." });
  await expect.poll(one, { timeout: longMs }).toMatchObject({ state: null, link_only: true });
  const { body } = await service.call<{ logs: { content: string }[] }>(
    "GET",
    `/sessions/${id}/logs?per_page=100`,
  );
  expect(body.logs.map(({ content }) => content)).toContainEqual(
    expect.stringContaining("kept as a link and not read"),
  );
  expect(
    gitHub.requests
      .slice(before)
      .map(({ body: sent }) => sent)
      .join(),
  ).not.toContain("corp");
});
