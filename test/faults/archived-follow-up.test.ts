import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { atRest } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const followUp = { prompt: "#script say Followed." };

async function create(service: FaultyService, git_root: string, prompt: string): Promise<number> {
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", { git_root, prompt });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session.id;
}

const transcript = async (service: FaultyService, id: number): Promise<string> =>
  (await service.call<{ transcript_text: string }>("GET", `/sessions/${id}/transcript`)).body.transcript_text;

/** Two sessions and one thread: the second one's follow-up was answered, and waits for the thread. */
async function accepted(folder: TestFolder) {
  const environment = { SERVICE_AGENT_THREADS: "1" };
  const service = await startFaultyService({ folder: folder.path, environment });
  const git_root = await service.repository();
  const id = await create(service, git_root, "#script say Begun.");
  await service.waitFor(id, atRest);
  const gate = folder.at("gate");
  const held = await create(service, git_root, `#script wait_file path=${gate}\n#script say Held.`);
  await expect.poll(() => JSON.stringify(service.model.requests())).toContain(gate);
  const answer = await service.call("POST", `/sessions/${id}/follow_up`, followUp);
  expect(answer).toMatchObject({ status: 200, body: { session: { status: "waiting" } } });
  return {
    service,
    id,
    release: async (): Promise<void> => {
      writeFileSync(gate, "");
      await service.waitFor(held, atRest);
    },
    archive: (options: object) => service.call("POST", `/sessions/${id}/archive`, options),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const refused = { status: 422, body: { message: expect.stringContaining("#script say Followed.") } };

it.each(["running", "killed"] as const)(
  "an archive with end_turn drops no accepted follow-up, with the service %s meanwhile",
  async (how) => {
    await using folder = await makeTestFolder();
    await using use = await accepted(folder);
    const { service, id } = use;
    expect(await use.archive({ end_turn: true })).toMatchObject(refused);
    if (how === "killed") {
      await service.stop("SIGKILL");
      await service.start();
      expect(await use.archive({ end_turn: true })).toMatchObject(refused);
    }
    const { body } = await service.call("POST", "/sessions/bulk_archive", {
      session_ids: [id],
      end_turn: true,
    });
    expect(body).toMatchObject({ archived_count: 0, errors: [{ id }] });

    await use.release();
    await service.waitFor(id, atRest);
    expect((await transcript(service, id)).split("Followed.")).toHaveLength(3);
    // Now that the agent has it, nothing is lost.
    expect(await use.archive({ end_turn: true })).toMatchObject({ status: 200 });
  },
);

it("a forced archive says which follow-up it discards, and no agent gets it later", async () => {
  await using folder = await makeTestFolder();
  await using use = await accepted(folder);
  const { service, id } = use;
  expect(await use.archive({ force: true })).toMatchObject({ status: 200 });
  const path = `/sessions/${id}/enqueued_messages?status=undelivered`;
  expect((await service.call("GET", path)).body).toMatchObject({
    enqueued_messages: [{ content: followUp.prompt, status: "undelivered" }],
  });
  await use.release();
  expect((await service.call("POST", `/sessions/${id}/unarchive`)).status).toBe(200);
  await service.waitFor(id, atRest);
  expect(await transcript(service, id)).not.toContain("Followed.");
});
