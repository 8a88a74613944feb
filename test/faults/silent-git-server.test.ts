import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findAgentProcesses } from "../../server/lib/processes/index.ts";
import { installationIn } from "../e2e/crash/service-process.ts";
import { type GitServer, makeLargeRepository, startGitServer } from "../support/git-server.ts";
import { atRest, type Session } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const half = 500_000;

type Opened = AsyncDisposable & {
  folder: TestFolder;
  server: GitServer;
  service: FaultyService;
};

/** A service with one thread for agents, and a git server that falls silent in the middle. */
async function open(environment: Record<string, string> = {}): Promise<Opened> {
  const folder = await makeTestFolder();
  const server = await startGitServer("http", await makeLargeRepository(folder.at("large")), half);
  const one = { SERVICE_AGENT_THREADS: "1", ...environment };
  const service = await startFaultyService({ folder: folder.path, environment: one });
  return {
    folder,
    server,
    service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function create(service: FaultyService, git_root: string, prompt: string): Promise<number> {
  const body = { git_root, branch: "main", prompt };
  const answer = await service.call<{ session: Session }>("POST", "/sessions", body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session.id;
}

/** A session whose clone hangs. */
async function hanging({ service, server }: Opened): Promise<number> {
  const id = await create(service, server.url, "#script say Cloned.");
  await service.waitFor(id, ({ cloning }) => cloning?.step === "receiving");
  await expect.poll(() => server.sent()).toBe(half);
  return id;
}

/** What git has left: its processes, and folders of clones. */
const left = async ({ dataFolder }: FaultyService) => ({
  processes: await findAgentProcesses({ markerPrefix: installationIn(dataFolder) ?? "none" }),
  clones: readdirSync(join(dataFolder, "clones")),
});
const nothing = { processes: [], clones: [] };

/** Waits until the session rests; its prompt and then its agent said so. */
async function finishes(service: FaultyService, id: number, word: string): Promise<void> {
  await service.waitFor(id, atRest);
  const path = `/sessions/${id}/transcript`;
  const { body } = await service.call<{ transcript_text: string }>("GET", path);
  expect(body.transcript_text.split(word)).toHaveLength(3);
}

it("a git server that says nothing holds no thread, and its session says how far it is", async () => {
  await using use = await open();
  const { service, server } = use;
  const id = await hanging(use);
  const { body } = await service.call<{ session: Session }>("GET", `/sessions/${id}`);
  expect(body.session).toMatchObject({ status: "waiting", cloning: { percent: expect.any(Number) } });

  // The only thread is free for others.
  const quick = await create(service, await service.repository(), "#script say Quick.");
  await finishes(service, quick, "Quick.");

  server.allow(Number.POSITIVE_INFINITY);
  await finishes(service, id, "Cloned.");
});

it("a session whose clone hangs can be paused, and clones again when it goes on", async () => {
  await using use = await open();
  const { service, server } = use;
  const id = await hanging(use);
  expect((await service.call("POST", `/sessions/${id}/pause`)).status).toBe(200);
  expect(await left(service)).toEqual(nothing);
  server.allow(Number.POSITIVE_INFINITY);
  expect((await service.call("POST", `/sessions/${id}/restart`)).status).toBeLessThan(300);
  await finishes(service, id, "Cloned.");
});

it("a service that is killed while a clone hangs clones again at the next start", async () => {
  await using use = await open();
  const { service, server } = use;
  const id = await hanging(use);
  await service.stop("SIGKILL");
  server.allow(Number.POSITIVE_INFINITY);
  await service.start();
  await finishes(service, id, "Cloned.");
  // Beside each clone is a note of where it began.
  const clones = readdirSync(join(service.dataFolder, "clones")).filter((name) => !name.endsWith(".start"));
  expect(clones).toHaveLength(1);
});

it("a clone ends after the limit of silence, with a plain sentence and nothing left", async () => {
  await using use = await open({ SERVICE_CLONE_SILENCE_SECONDS: "2" });
  const { service } = use;
  const id = await hanging(use);
  const says = "The repository's server sent nothing for 2 seconds";
  const held = await service.waitFor(id, ({ failure_detail }) => failure_detail?.includes(says) === true);
  expect(held.status).toBe("waiting");
  expect(await left(service)).toEqual(nothing);
  const failed = await service.waitFor(id, ({ status }) => status === "failed", 60_000);
  expect(failed).toMatchObject({ failure_reason: "git_clone_failed" });
  expect(failed.failure_detail).toContain(says);
});
