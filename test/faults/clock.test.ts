import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { fakeTime } from "./support/fake-time.ts";
import { startFaultyService } from "./support/faulty-service.ts";

it.for(["while it runs", "while it is stopped"])(
  "runs a queued turn although the clock was set back by hours %s",
  async (when, context) => {
    await using folder = await makeTestFolder();
    const time = fakeTime(context, folder.path);
    const environment = { ...time.environment, SERVICE_AGENT_THREADS: "1" };
    await using service = await startFaultyService({ folder: folder.path, environment });
    const git_root = await service.repository();
    const create = async (prompt: string): Promise<number> => {
      const body = { git_root, prompt };
      const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body.session.id;
    };
    const gate = folder.at("gate");
    const held = await create(`#script wait_file path=${gate}\n#script say First.`);
    await expect.poll(() => JSON.stringify(service.model.requests())).toContain(gate);
    const queued = await create("#script say Second.");
    await service.waitFor(queued, ({ status }) => status === "waiting");

    if (when === "while it is stopped") expect(await service.stop()).toBe(0);
    time.set("-3h");
    if (when === "while it is stopped") await service.start();
    await expect.poll(() => readFileSync(service.logFile, "utf8")).toContain("the clock was set back");
    writeFileSync(gate, "");
    for (const id of [held, queued]) await service.waitFor(id, atRest);
    const { body } = await service.call<{ transcript_text: string }>("GET", `/sessions/${queued}/transcript`);
    expect(body.transcript_text).toContain("Second.");
  },
);
