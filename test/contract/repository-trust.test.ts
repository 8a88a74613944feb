import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RepositoryTrust, SessionRepositoryTrust } from "../../server/domains/workspace/trust/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type HostileRepository, hostileRepository } from "../support/hostile-repository.ts";
import { gitIn } from "../support/repository.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";

type Trusting = Session & { repository_trust: SessionRepositoryTrust | null };

let service: BoardService;
let hostile: HostileRepository;

beforeAll(async () => {
  // A sandbox would hide what the planted programs leave behind.
  service = await startBoardService({ environment: { SERVICE_SANDBOX: "off" } });
  hostile = hostileRepository(`${service.folder}/hostile`, "http://127.0.0.1:1");
  await gitIn(hostile.path, "init", "--quiet", "--initial-branch=main");
  await gitIn(hostile.path, "add", "--all", "--force");
  await gitIn(hostile.path, "commit", "--quiet", "--message", "First");
});
afterAll(() => service[Symbol.asyncDispose]());

const prompt = "#script bash cmd=true\n#script say done";

/** Sends a message and waits for the end of its turn. */
async function play(id: number): Promise<Trusting> {
  const sent = await service.call("POST", `/sessions/${id}/follow_up`, { prompt });
  expect(sent.status).toBeLessThan(300);
  return (await service.waitFor(id, atRest)) as Trusting;
}

const trust = () =>
  service.board.call<RepositoryTrust>("POST", "/repositories/trust", { git_root: hostile.path });

describe("a repository that nobody trusted", () => {
  it("is not held up, and says what is left out; trust and its withdrawal count from the next turn", async () => {
    const { id } = await createSession(service, { git_root: hostile.path, agent_runtime: "pi", prompt });
    const first = (await service.waitFor(id, atRest)) as Trusting;
    expect(first.repository_trust).toEqual({
      address: hostile.path,
      trusted: false,
      left_out: [".pi/settings.json", ".pi/extensions", ".pi/APPEND_SYSTEM.md"],
    });
    expect(hostile.ran()).toEqual([]);

    expect(await trust()).toMatchObject({ status: 200, body: { trusted: true, by: "person" } });
    expect((await play(id)).repository_trust).toEqual({
      address: hostile.path,
      trusted: true,
      left_out: [],
    });
    expect(hostile.ran()).toContain("pi-extension");

    hostile.forget();
    const { body: said } = await service.call<{ messages: { transcript_index: number }[] }>(
      "GET",
      `/sessions/${id}/conversation`,
    );
    const fork = await service.call<{ session: Trusting }>("POST", `/sessions/${id}/fork`, {
      message_index: said.messages[0]?.transcript_index,
    });
    expect(fork.body.session.repository_trust?.trusted).toBe(true);

    const address = { address: hostile.path };
    expect((await service.board.call("POST", "/repositories/trust/revoke", address)).status).toBe(204);
    expect((await service.board.call("POST", "/repositories/trust/revoke", address)).status).toBe(404);
    expect((await play(id)).repository_trust?.trusted).toBe(false);
    expect(hostile.ran()).toEqual([]);
    const { body } = await service.board.call<{ repositories: RepositoryTrust[] }>(
      "GET",
      "/repositories/trust",
    );
    expect(body.repositories).toMatchObject([{ address: hostile.path, trusted: false, by: "person" }]);
  });

  it("is trusted once a person confirmed it, and by no key or new session", async () => {
    const git_root = await service.repository();
    const check = `/repositories/trust/check?git_root=${encodeURIComponent(git_root)}`;
    const isTrusted = async (): Promise<unknown> =>
      (await service.board.call<RepositoryTrust>("GET", check)).body.trusted;
    const session = { git_root, repository_trust: "trusted" };
    for (const call of [service.call, service.board.callUnconfirmed]) {
      const made = await call<{ session: Trusting }>("POST", "/sessions", session);
      expect([made.status, made.body.session.repository_trust?.trusted]).toEqual([201, false]);
    }
    expect((await service.call("POST", "/repositories/trust", { git_root })).status).toBe(404);
    const asked = await service.board.callUnconfirmed("POST", "/repositories/trust", { git_root });
    expect([asked.status, await isTrusted()]).toEqual([409, false]);
    await service.board.call("POST", "/repositories/trust", { git_root });
    expect(await isTrusted()).toBe(true);
  });
});
