import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { type GitServer, makeLargeRepository, startGitServer } from "../support/git-server.ts";
import type { TestService } from "../support/service.ts";
import { createSession, failedSession, sessionOf } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

const half = 500_000;

let service: TestService;
let server: GitServer;
let large: string;

beforeAll(async () => {
  service = await startServiceWithBoard();
  large = await makeLargeRepository(join(service.folder, "large"));
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await startGitServer("http", large, half);
  onTestFinished(() => server[Symbol.asyncDispose]());
});

const show = useShow(() => service);

/** A session whose git server has fallen silent in the middle of the clone. */
async function hanging(title: string): Promise<number> {
  const prompt = "#script say Here at last.";
  const { id } = await createSession(service, { git_root: server.url, branch: "main", prompt, title });
  await service.waitFor(id, ({ cloning }) => cloning?.step === "receiving");
  return id;
}

const percent = /^Cloning, \d+ %/;

it.each(["dark", "light"] as const)("a session says how far its clone is, and goes on (%s)", async (look) => {
  const id = await hanging(`A large repository, ${look}`);
  await using row = await show("/", { look });
  await row.page.getByText(percent).first().waitFor();
  await row.picture(`cloning-board-${look}`);
  await using board = await show(`/sessions/${id}`, { look });
  await board.page.getByRole("main").getByText(percent).first().waitFor();
  await board.picture(`cloning-session-${look}`);
  server.allow(Number.POSITIVE_INFINITY);
  await board.session.says("Here at last.");
  expect(await board.page.getByText(percent).count()).toBe(0);
});

it("a session whose clone hangs can be paused and started again on a phone", async () => {
  const id = await hanging("A silent server");
  await using board = await show(`/sessions/${id}`, { size: "phone" });
  await board.page.getByText(percent).first().waitFor();
  await board.picture("cloning-session-phone");
  await board.session.press("Pause");
  await service.waitFor(id, ({ status, cloning }) => status === "needs_input" && cloning === null);
  await board.page.getByText(percent).first().waitFor({ state: "detached" });
  await board.picture("cloning-paused-phone");
  server.allow(Number.POSITIVE_INFINITY);
  await service.call("POST", `/sessions/${id}/restart`);
  await board.session.says("Here at last.");
});

it("a session that could not be cloned takes another repository, and goes on with what was asked", async () => {
  const failed = await failedSession(service);
  await using board = await show(`/sessions/${failed.id}`, { expected: [/422 .*\/restart/] });
  await board.page.getByRole("button", { name: "Change repository" }).click();
  const repository = board.page.getByLabel("Repository", { exact: true });
  await repository.waitFor();
  expect(await repository.inputValue()).toBe(join(service.folder, "nowhere"));
  await repository.fill("ext::sh -c id");
  await board.page.getByRole("button", { name: "Clone and start" }).click();
  await board.page.getByText("The repository was not changed").waitFor();
  await board.picture("clone-elsewhere");
  await repository.fill(await service.repository());
  await board.page.getByRole("button", { name: "Clone and start" }).click();
  await repository.waitFor({ state: "detached" });
  await board.session.status("Needs you");
  expect((await sessionOf(service, failed.id)).prompt).toBe("Work");
});

it.each(["desk", "phone"] as const)(
  "a session whose server refuses it can be tried now or take another repository, and has no turn to interrupt (%s)",
  async (size) => {
    const address = `http://127.0.0.1:${await freePort()}/till.git`;
    const { id } = await createSession(service, {
      git_root: address,
      branch: "main",
      prompt: "#script say Cloned after all.",
      title: `Refused on a ${size}`,
    });
    await service.waitFor(id, ({ failure_detail }) => failure_detail !== null);
    await using board = await show(`/sessions/${id}`, { size });
    const { page } = board;
    const banner = page.locator("[data-banner=queued_turn]");
    await banner.getByText("The repository could not be cloned; retrying at").waitFor();
    await banner.getByRole("button", { name: "Try now" }).waitFor();
    expect(await page.getByRole("button", { name: "Interrupt and send now" }).count()).toBe(0);
    await board.picture(`clone-refused-${size}`);
    await banner.getByRole("button", { name: "Change repository" }).click();
    await page.getByLabel("Repository", { exact: true }).fill(await service.repository());
    await page.getByRole("button", { name: "Clone and start" }).click();
    await board.session.says("Cloned after all.");
    await banner.waitFor({ state: "detached" });
    expect((await sessionOf(service, id)).failure_reason).toBeNull();
  },
);
