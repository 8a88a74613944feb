/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EnqueuedMessage } from "../../server/domains/turns/messages/model.ts";
import type { BoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { type FakeGitHub, gitHubToken } from "../support/github.ts";
import {
  pullRequestUrl,
  pullRequestWork,
  startWithGitHub,
  type WithGitHub,
} from "../support/pull-requests.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession, heldSession, restedSession, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const goal = "open-reviewed-green-pr";

let bed: WithGitHub;
let gitHub: FakeGitHub;
let service: BoardService;
let data: ServiceDatabase;
/** Several CLI processes, one after the other, on a machine that may be busy. */
const startsClis = 90_000;

/** A session whose next turn makes the poller read at once. */
let pacer: Session;

beforeAll(async () => {
  bed = await startWithGitHub({
    scenarios: [{ matches: /was merged/, script: "#script say Merged, then." }],
  });
  ({ gitHub, service } = bed);
  data = openServiceDatabase(service);
  gitHub.show("acme/site#1");
  pacer = await opened(1);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await bed[Symbol.asyncDispose]();
});

const stateOf = ({ goal_check }: Session) => goal_check?.pull_requests[0]?.state;

/** An idle session that opened this pull request, which was read once from GitHub. */
async function opened(number: number, more: Record<string, unknown> = {}): Promise<Session> {
  const { id } = await createSession(service, { goal, prompt: pullRequestWork(number), ...more });
  return service.waitFor(id, (session) => atRest(session) && typeof stateOf(session) === "string");
}

/** Makes every pull request that may still change due, and the poller read now instead of within half a minute. */
async function readAgain(): Promise<void> {
  // A message during a turn starts no new turn.
  await service.waitFor(pacer.id, atRest);
  data.sql.prepare("UPDATE pull_requests SET polled_at = 1").run();
  await service.call("POST", `/sessions/${pacer.id}/follow_up`, { prompt: "#script say Go on." });
  const unread = data.sql.prepare(
    "SELECT COUNT(*) FROM pull_requests WHERE polled_at = 1 AND state IS NOT 'merged'",
  );
  await expect.poll(() => unread.pluck().get(), { timeout: 20_000 }).toBe(0);
}

const logOf = async (id: number): Promise<string[]> => {
  const { body } = await service.call<{ logs: { content: string }[] }>(
    "GET",
    `/sessions/${id}/logs?per_page=100`,
  );
  return body.logs.map(({ content }) => content);
};

const messagesOf = async (id: number): Promise<EnqueuedMessage[]> => {
  const statuses = ["pending", "processing", "sent"].map((status) => `status[]=${status}`).join("&");
  const path = `/sessions/${id}/enqueued_messages?${statuses}`;
  return (await service.call<{ enqueued_messages: EnqueuedMessage[] }>("GET", path)).body.enqueued_messages;
};

describe.each(["claude_code", "codex", "pi"])("what %s opens", (agent_runtime) => {
  test("is found in its transcript, and followed on GitHub with the owner's token", async () => {
    gitHub.show("acme/site#2", { title: "Found" });
    const { id, goal_check } = await opened(2, { agent_runtime });
    expect(goal_check?.pull_requests).toMatchObject([{ url: pullRequestUrl(2), title: "Found" }]);
    expect(await logOf(id)).toContain(`Pull request ${pullRequestUrl(2)} was opened`);
    expect(gitHub.requests.at(-1)).toMatchObject({ authorization: `token ${gitHubToken}` });
    expect(data.dump()).not.toContain(gitHubToken);
  });
});

describe("a pull request that is merged", () => {
  proves("R68")(
    "is reported once to the idle session, with what the merge triggered",
    async () => {
      gitHub.show("acme/site#3");
      const { id } = await opened(3);
      const mergeSha = "3".repeat(40);
      gitHub.show("acme/site#3", { state: "MERGED", mergeSha });
      gitHub.ran(mergeSha, [{ name: "Deploy to staging", status: "in_progress", conclusion: null }]);
      await readAgain();
      await service.waitFor(id, (session) => atRest(session) && stateOf(session) === "merged");
      await expect.poll(() => transcriptOf(service, id), { timeout: 20_000 }).toContain("Merged, then.");
      expect(await messagesOf(id)).toMatchObject([
        { origin: "automated_pr_merged", content: expect.stringContaining("Deploy to staging") },
      ]);
      await readAgain();
      expect(await messagesOf(id)).toHaveLength(1);
      expect(await logOf(id)).toContain(`Pull request ${pullRequestUrl(3)} was merged`);
      const { body } = await service.board.call("GET", `/sessions/${id}/pull_requests`);
      expect(body).toMatchObject({
        followed: true,
        pull_requests: [
          {
            url: pullRequestUrl(3),
            state: "merged",
            merge_runs: [{ name: "Deploy to staging", status: "in_progress", conclusion: null }],
            read_at: expect.any(String),
            problem: null,
          },
        ],
      });
    },
    startsClis,
  );

  proves("R68")("waits for the running turn, and is not reported to an archived session", async () => {
    gitHub.show("acme/site#4");
    const { id } = await opened(4);
    const archived = await opened(4);
    await service.call("POST", `/sessions/${archived.id}/archive`);
    const held = await heldSession(service, { goal });
    data.sql
      .prepare("UPDATE session_pull_requests SET session_id = ? WHERE session_id = ?")
      .run(held.session.id, id);
    gitHub.show("acme/site#4", { state: "MERGED" });
    await readAgain();
    expect(await messagesOf(held.session.id)).toMatchObject([
      { origin: "automated_pr_merged", status: "pending" },
    ]);
    await held.release();
    await service.waitFor(held.session.id, atRest);
    expect(await messagesOf(archived.id)).toEqual([]);
  });
});

test("a session that stops without the pull request of its goal has a warning in its log", async () => {
  const { id } = await restedSession(service, "#script say Nothing to open.", { goal });
  const warning = "The goal asks for a pull request, but this session has not opened one";
  await expect.poll(() => logOf(id)).toContain(warning);
});

describe("a person's authorization to merge", () => {
  const path = (id: number | string): string => `/sessions/${id}/authorize_merge`;
  const give = (id: number) =>
    service.board.call<{ outcome: string; pr_url: string; error: string }>("POST", path(id));

  proves("E23")("cannot be given with a key", async () => {
    const { id } = pacer;
    using refused = openServiceDatabase(service);
    const before = refused.dump();
    for (const named of [id, 999_999]) expect((await service.call("POST", path(named))).status).toBe(403);
    expect(refused.dump()).toBe(before);
  });

  proves("E23", "R80")(
    "reaches the session as that person's message, once",
    async () => {
      gitHub.show("acme/site#41", { checks: { test: "SUCCESS" } });
      const { id } = await opened(41);
      await service.board.call("POST", `/sessions/${id}/follow_up`, {
        prompt: `#script wait_file path=${service.folder}/merge-gate\n#script say Waited.`,
      });
      await service.waitFor(id, ({ status }) => status === "running");
      expect(await give(id)).toMatchObject({
        status: 200,
        body: { outcome: "sent", pr_url: pullRequestUrl(41) },
      });
      expect(await give(id)).toMatchObject({ status: 200, body: { outcome: "already_sent" } });
      const sent = (await messagesOf(id)).filter(({ content }) => content.includes("authorized the merge"));
      expect(sent).toMatchObject([{ origin: "caller" }]);
      const { body } = await service.call<{ human_messages: { content: string }[] }>(
        "GET",
        `/sessions/${id}`,
      );
      expect(body.human_messages.filter(({ content }) => content.includes("the merge of"))).toHaveLength(1);
    },
    startsClis,
  );

  proves("E23")("is refused while the checks do not pass, and changes nothing", async () => {
    gitHub.show("acme/site#42", { checks: { test: null } });
    const { id } = await opened(42);
    const refused = await give(id);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: "Cannot merge", outcome: "not_mergeable" },
    });
    expect(await messagesOf(id)).toHaveLength(0);
  });
});

test("a row of the board has the pull requests of its session", { timeout: startsClis }, async () => {
  const answer = await service.board.call<{ row_facts: Record<string, unknown> }>("GET", "/row_facts");
  expect(answer.body.row_facts[pacer.id]).toMatchObject({
    pull_requests: [{ url: pullRequestUrl(1), name: "acme/site#1", state: "open" }],
  });
});
