import examples from "@octokit/webhooks-examples";
import { afterAll, beforeAll, expect } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { deliverFromGitHub, webhookSettings } from "../support/webhooks.ts";
import { proves } from "./proves.ts";

let service: TestService;
let folder: TestFolder;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder, []);
  service = await startTestService({
    environment: { ...webhookSettings, SERVICE_CATALOG: folder.at("air.json") },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const { made, read } = triggerCalls(() => service as never);

/** The samples are from 2019: their times are moved, so that they happen now. */
const movedMs = Date.now() + 60_000 - Date.parse("2019-05-15T15:20:18Z");
const moved = (payload: unknown): string =>
  JSON.stringify(payload).replaceAll(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"/g, (_whole, at: string) =>
    JSON.stringify(new Date(Date.parse(at) + movedMs).toISOString().replace(/\.\d+Z/, "Z")),
  );

const repos = ["codertocat/hello-world"];
const condition = (condition_type: string, configuration: object) => ({
  conditions: [{ condition_type, configuration: { repos, ...configuration } }],
});

proves("E172", "R140")(
  "every sample of GitHub's own is answered, and fires what it should and nothing else",
  async () => {
    const fires = [
      await made(condition("code_host_issue", {})),
      await made(condition("code_host_label", { target: "issue", labels: ["bug"] })),
      await made(condition("code_host_label", { target: "pull_request", labels: ["Bug"] })),
    ];
    const others = [
      await made(condition("code_host_issue", { exclude_labels: ["bug"] })),
      await made(condition("code_host_issue", { repos: ["codertocat/hello"] })),
      await made(condition("code_host_label", { target: "issue", labels: ["feature"] })),
      await made({ ...condition("code_host_issue", {}), status: "disabled" }),
    ];
    let sent = 0;
    for (const { name, examples: payloads } of examples)
      for (const payload of payloads) {
        const { status, text } = await deliverFromGitHub(service.url, name, moved(payload));
        expect({ status, text }, `${name} ${"action" in payload ? payload.action : ""}`).toEqual({
          status: 200,
          text: "{}",
        });
        sent++;
      }
    expect(sent).toBeGreaterThan(300);
    const startedBy = async (triggers: typeof fires) =>
      Promise.all(triggers.map(async ({ id }) => (await read(id)).trigger.sessions_created_count));
    await expect.poll(() => startedBy(fires), { timeout: 30_000 }).toEqual([1, 1, 1]);
    const { body } = await service.call<{ sessions: unknown[] }>("GET", "/sessions");
    expect(await startedBy(others)).toEqual([0, 0, 0, 0]);
    expect(body.sessions).toHaveLength(3);
  },
  120_000,
);
