import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

/** Keeps everybody else from writing, as a person does who forgot an open transaction in a database browser. */
function holdWriteLock(service: FaultyService): Disposable {
  const other = new Sqlite(join(service.dataFolder, "signalbox.db"));
  other.exec("BEGIN IMMEDIATE");
  return { [Symbol.dispose]: () => void other.close() };
}

it("answers while another program holds the database's write lock, and goes on once it is released", async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  const git_root = await service.repository();
  const create = (prompt: string) =>
    service.call<{ session: { id: number } }>("POST", "/sessions", { git_root, prompt });
  const gate = folder.at("gate");
  const { body } = await create(`#script wait_file path=${gate}\n#script say First answer.`);
  const { id } = body.session;
  await expect.poll(() => JSON.stringify(service.model.requests())).toContain(gate);

  const tries = 5;
  {
    using _lock = holdWriteLock(service);
    // The end of the turn cannot be stored now.
    await writeFile(gate, "");
    for (let n = 0; n < tries; n += 1) {
      const [write, message, read, up] = await Promise.all([
        create("#script say Too early."),
        service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Too early." }),
        service.call("GET", "/sessions"),
        service.call("GET", "/up"),
      ]);
      for (const refused of [write, message]) {
        expect(refused).toMatchObject({
          status: 503,
          body: {
            error: "Service Unavailable",
            message: expect.stringContaining("Another program is writing"),
          },
        });
        expect(refused.headers.get("retry-after")).toBe("1");
      }
      expect([read.status, up.status]).toEqual([200, 200]);
    }
  }

  const accepted = await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Later." });
  expect(accepted.status).toBe(202);
  await expect.poll(() => JSON.stringify(service.model.requests())).toContain("Later.");
  const session = await service.waitFor(id, atRest);
  expect(session.status).toBe("needs_input");
  const { body: list } = await service.call<{ sessions: unknown[] }>("GET", "/sessions");
  expect(list.sessions).toHaveLength(1);
  expect(JSON.stringify(service.model.requests())).not.toContain("Too early.");
});
