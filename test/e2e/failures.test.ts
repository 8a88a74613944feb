import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { createSession, failedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

const showSession = ({ id }: { id: number }) => show(`/sessions/${id}`);

describe("a session that failed", () => {
  it("says what the provider refused and how to sign in, keeps a message, and is tried again", async () => {
    const made = await createSession(service, {
      prompt: "Try.\n#script error 401 times=1 message=The key is not valid\n#script say Now it works.",
    });
    await using board = await showSession(made);
    const { session, page } = board;
    await session.status("Failed");
    await board.page.getByText("The provider refused the credentials").waitFor();
    await session.transcript.getByText("invalid_api_key").waitFor();
    await board.picture("session-failed");
    const failure = page.getByRole("alert").filter({ hasText: "refused the credentials" });
    await failure.getByText("/login", { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Restart", exact: true }).count()).toBe(0);
    await session.composer.fill("And then this.\n#script say That too.");
    await session.press("Queue");
    await session.queue.filter({ hasText: "And then this." }).waitFor();
    await board.picture("session-failed-queued");
    await failure.getByRole("button", { name: "Try again" }).click();
    // The turn that runs again also delivers what was kept.
    await session.says("That too.");
    await session.status("Needs you");
    await board.page.getByText("The provider refused the credentials").waitFor({ state: "detached" });
  });

  it("looks the same after a hard reload", async () => {
    const made = await failedSession(service);
    await using board = await showSession(made);
    const panel = board.page.getByText("The repository could not be cloned");
    await panel.waitFor();
    await board.page.reload();
    await panel.waitFor();
    await board.session.status("Failed");
    await board.page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    await board.page.getByRole("article", { name: "Prompt" }).getByText("Work").waitFor();
    await board.picture("session-failed-clone");
  });
});
