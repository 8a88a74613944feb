/** @module-tag real-cli */

import { access, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import { restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const post = <T>(id: number, what: string, body?: unknown) =>
  service.call<T>("POST", `/sessions/${id}/${what}`, body);

/** Empties the trash like at the end of its time: removes the clone and the CLI's home, keeps the rows. */
async function emptyFolders({ id, metadata }: Session): Promise<void> {
  await rm(String(metadata["clone_path"]), { recursive: true });
  await rm(join(service.folder, "data", "homes", String(id)), { recursive: true });
}

describe.each(["pi", "claude_code", "codex"])("a %s session whose files are gone", (agent_runtime) => {
  proves("E11", "R60", "R78")(
    "is restored with a clone and its conversation",
    async () => {
      const made = await restedSession(service, "Keep the word saffron.\n#script say Saffron it is.", {
        agent_runtime,
      });
      await post(made.id, "archive");
      await emptyFolders(made);
      const back = await post<{ session: Session; clone_restored: boolean }>(made.id, "unarchive");
      expect(back.body).toMatchObject({ clone_restored: true, session: { status: "needs_input" } });
      await access(join(String(made.metadata["clone_path"]), ".git"));
      const word = `after-${agent_runtime}`;
      await post(made.id, "follow_up", { prompt: `Which word, ${word}?\n#script say Still saffron.` });
      const done = await service.waitFor(made.id, (session) => atRest(session) && session.job_id === null);
      expect(done).toMatchObject({ failure_reason: null, session_id: made.session_id });
      const asked = service.model.requests().filter(({ body }) => JSON.stringify(body).includes(word));
      expect(asked.length).toBeGreaterThan(0);
      for (const { body } of asked) expect(JSON.stringify(body)).toContain("Saffron it is");
      const { body } = await service.call<{ messages: { content: string }[] }>(
        "GET",
        `/sessions/${made.id}/conversation`,
      );
      // Each is in the prompt with the script and in the answer; nothing is duplicated.
      const said = body.messages.map(({ content }) => content);
      expect(said.filter((content) => content.includes("Saffron it is"))).toHaveLength(2);
      expect(said.filter((content) => content.includes("Still saffron"))).toHaveLength(2);
    },
    60_000,
  );
});

proves("E11", "R60")("work that is on no remote is restored with the session", async () => {
  const made = await restedSession(service);
  const clone = String(made.metadata["clone_path"]);
  await writeFile(join(clone, "uncommitted.txt"), "mine\n");
  await post(made.id, "archive");
  using data = openServiceDatabase(service);
  data.sql.prepare("UPDATE jobs SET run_at = 0 WHERE kind = 'session.stow'").run();
  // Any job of the lane makes it check for due jobs.
  const other = await restedSession(service);
  await service.call("DELETE", `/sessions/${other.id}`);
  await expect
    .poll(
      () =>
        access(clone).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(false);
  const back = await post<{ clone_restored: boolean }>(made.id, "unarchive");
  expect(back.body.clone_restored).toBe(true);
  expect(await readFile(join(clone, "uncommitted.txt"), "utf8")).toBe("mine\n");
});
