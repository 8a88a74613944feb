/** @module-tag real-cli */

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { EnqueuedMessage } from "../../server/domains/turns/messages/model.ts";
import { liveCatalog, liveClient } from "../support/live.ts";
import { type LiveProviderFake, startLiveProvider } from "../support/live-provider.ts";
import { pullRequestWork, startWithGitHub, type WithGitHub } from "../support/pull-requests.ts";
import { atRest } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";

vi.setConfig({ testTimeout: 120_000 });

let provider: LiveProviderFake;
let bed: WithGitHub;

beforeAll(async () => {
  provider = await startLiveProvider();
  bed = await startWithGitHub({
    environment: {
      SERVICE_CATALOG: await liveCatalog(),
      SERVICE_LIVE_PROVIDER_KEY: provider.key,
      SERVICE_LIVE_PROVIDER_URL: provider.url,
    },
  });
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** An idle session that opened this pull request, which was read once from GitHub. */
async function opened(number: number): Promise<number> {
  const { service } = bed;
  const { id } = await createSession(service, {
    goal: "open-reviewed-green-pr",
    prompt: pullRequestWork(number),
  });
  await service.waitFor(
    id,
    (session) => atRest(session) && typeof session.goal_check?.pull_requests[0]?.state === "string",
  );
  return id;
}

it("merges the green ones after a yes, each through its session, and says which were not green", async () => {
  const { service, gitHub } = bed;
  gitHub.show("acme/site#1", { title: "Green" });
  gitHub.show("acme/site#2", { title: "Waiting", checks: { test: null } });
  const [green, waiting] = [await opened(1), await opened(2)];
  const live = liveClient(service);
  const { id } = await live.start();
  const merge = { name: "merge_pull_requests", arguments: { session_ids: [green, waiting] } };
  provider.script(
    { calls: [{ name: "list_pull_requests", arguments: {} }] },
    { calls: [merge] },
    { says: ["Shall I merge both?"] },
  );
  const asked = await live.say(id, "Merge the green ones");
  const [list, card] = asked.turns.filter(({ role }) => role === "tool");
  expect(list?.tool_output).toContain(`Session ${green}: acme/site#1 Green (checks: green)`);
  expect(list?.tool_output).toContain(`Session ${waiting}: acme/site#2 Waiting (checks: pending)`);
  expect(card?.card).toMatchObject({
    state: "open",
    reason: "irreversible",
    act: `Merge the pull requests of: 2 sessions (${green}, ${waiting})`,
  });
  const messagesOf = async (session: number): Promise<string[]> => {
    const statuses = ["pending", "processing", "sent"].map((status) => `status[]=${status}`).join("&");
    const { body } = await service.call<{ enqueued_messages: EnqueuedMessage[] }>(
      "GET",
      `/sessions/${session}/enqueued_messages?${statuses}`,
    );
    return body.enqueued_messages.map(({ content }) => content);
  };
  expect(await messagesOf(green)).toEqual([]);
  const pass = { name: "answer_card", arguments: { card_id: card?.id, answer: "do_it" } };
  provider.script({ calls: [pass] }, { says: ["One is merging."] });
  const done = await live.say(id, "Yes, do it");
  const outcome = done.turns.find((turn) => turn.id === card?.id);
  expect(outcome).toMatchObject({ tool_error: null, card: { state: "done" } });
  expect(outcome?.tool_output).toMatch(new RegExp(`Session ${waiting}: .*checks`));
  expect(await messagesOf(green)).toEqual([expect.stringContaining("authorized the merge")]);
  expect(await messagesOf(waiting)).toEqual([]);
});
