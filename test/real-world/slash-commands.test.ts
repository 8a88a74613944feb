/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import type { Session } from "../support/service.ts";
import { clonedSession, heldSession, isDecided, restedSession, transcriptOf } from "../support/sessions.ts";

const longMs = 120_000;

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Sent {
  session: Session;
  message: string;
  messages?: string[];
  command?: string;
}

const send = (id: number, prompt: string, more = {}) =>
  service.call<Sent>("POST", `/sessions/${id}/follow_up`, { prompt, ...more });

const asked = () => service.model.requests().length;

const logOf = async (id: number): Promise<string> =>
  JSON.stringify((await service.call("GET", `/sessions/${id}/logs`)).body);

/** Sends what is no command of the service, and waits for the end of its turn. */
async function turnOf(id: number, prompt: string): Promise<Session> {
  expect((await send(id, prompt)).status).toBe(200);
  return service.waitFor(id, isDecided, longMs);
}

describe.each(runtimeIds)("a session of %s", { timeout: longMs }, (agent_runtime) => {
  it("answers the service's own commands without a turn", async () => {
    const { id, config } = await restedSession(service, "#script say The word is heron.", { agent_runtime });
    const before = asked();
    const help = (await send(id, "/help")).body;
    expect(help).toMatchObject({ command: "help", message: expect.stringContaining("/clear: ") });
    expect((await send(id, "/cost")).body.message).toMatch(/^The session has spent \$|^No model calls/);
    expect((await send(id, "/status")).body).toMatchObject({
      command: "context",
      message: expect.stringMatching(
        /^Model: .*(The conversation has [\d,]+ tokens|has not reported the conversation's tokens yet)\. The transcript has \d+ lines\.$/,
      ),
    });
    expect((await send(id, "/model")).body.message).toContain(String(config["model"]));
    expect(asked()).toBe(before);
    expect(await transcriptOf(service, id)).not.toContain("## User\n\n/help");
  });

  it("changes the model by /model, and says which there are", async () => {
    const { id } = await clonedSession(service, { agent_runtime });
    const model = { claude_code: "claude-sonnet-5-5", codex: "gpt-5.5", pi: "openai/gpt-5.2" }[agent_runtime];
    const { status, body } = await send(id, `/model ${model}`);
    expect([status, body.command, body.session.config["model"]]).toEqual([200, "model", model]);
    const wrong = await send(id, "/model of the car is wrong");
    expect([wrong.status, wrong.body.messages?.join()]).toEqual([422, expect.stringContaining("models: ")]);
  });

  it("begins a fresh conversation by /clear, in the same clone", async () => {
    const { id, metadata } = await restedSession(
      service,
      "#script write_file path=kept.txt text=kept\n#script say The word is heron.",
      { agent_runtime },
    );
    expect((await send(id, "/clear")).body).toMatchObject({ command: "clear", message: expect.any(String) });
    const after = await turnOf(id, "#script bash cmd=cat kept.txt\n#script say Fresh.");
    expect(after.metadata["clone_path"]).toBe(metadata["clone_path"]);
    const newest = JSON.stringify(service.model.requests().at(-1)?.body);
    expect(newest).not.toContain("heron");
    expect(newest).toContain("kept");
    const transcript = await transcriptOf(service, id);
    expect(transcript).toContain("heron");
    expect(transcript).toContain("Fresh.");
  });

  it("compacts the conversation by /compact", async () => {
    const { id } = await restedSession(service, "#script say The word is heron.", { agent_runtime });
    // It keeps the newest 20,000 tokens as they are.
    if (agent_runtime === "pi") await turnOf(id, `${"A long prompt. ".repeat(8_000)}\n#script say Long.`);
    const before = asked();
    await turnOf(id, "/compact");
    expect(asked()).toBeGreaterThan(before);
    const transcript = await transcriptOf(service, id);
    // Claude Code writes the command down itself, after it was done.
    const shown = [/^## User\n\n\/compact$/gm, /Scripted summary of the conversation/g];
    expect(shown.map((what) => transcript.match(what)?.length)).toEqual([1, 1]);

    await turnOf(id, "#script say After it.");
    const newest = JSON.stringify(service.model.requests().at(-1)?.body);
    expect(newest).toContain("Scripted summary of the conversation");
  });

  it("says why it did not compact a conversation that has just been cleared", async () => {
    const { id } = await restedSession(service, "#script say One.", { agent_runtime });
    await send(id, "/clear");
    const before = asked();
    const { status } = await turnOf(id, "/compact");
    expect([status, asked()]).toEqual(["needs_input", before]);
    expect(await logOf(id)).toContain("/compact had nothing to do: the conversation has not begun");
    const { id: fresh } = await restedSession(service, "#script say Two.", { agent_runtime });
    const goal = await send(fresh, "/compact", { goal: "Be small" });
    expect([goal.status, goal.body.messages?.join()]).toEqual([
      422,
      expect.stringContaining("/compact takes no files and no goal"),
    ]);
  });

  it("refuses what only the CLI's own interface has, in words and before it is sent", async () => {
    const { id } = await clonedSession(service, { agent_runtime });
    const before = asked();
    for (const prompt of ["/login", "/resume", "/logout now"]) {
      const { status, body } = await send(id, prompt);
      expect([status, body.messages?.join()]).toEqual([
        422,
        expect.stringMatching(/^(Claude Code|Codex|pi) does not have \/\w+ in a session\. .*another word/),
      ]);
    }
    expect(asked()).toBe(before);
  });

  it("takes a path for a prompt", async () => {
    const { id } = await restedSession(service, "/etc/hosts is wrong\n#script say Path one.", {
      agent_runtime,
    });
    await turnOf(id, "/usr/bin/x fails\n#script say Path two.");
    const transcript = await transcriptOf(service, id);
    expect(transcript).toContain("/etc/hosts is wrong");
    expect(transcript).toContain("Path two.");
  });
});

it("says that pi found nothing to compact, and goes on", { timeout: longMs }, async () => {
  const { id } = await restedSession(service, "#script say One.", { agent_runtime: "pi" });
  expect(await turnOf(id, "/compact")).toMatchObject({ status: "needs_input", failure_detail: null });
  expect(await logOf(id)).toContain("Nothing to compact");
});

it("shows what the CLI answers to a command without its model", { timeout: longMs }, async () => {
  const { id } = await restedSession(service, "#script say One.", { agent_runtime: "claude_code" });
  await turnOf(id, "/recap");
  expect(await transcriptOf(service, id)).toMatch(
    /## User\n\n\/recap\n[^]*## Runtime Notice\n\nThis is Signalbox's/,
  );
});

describe("a command that cannot be done", { timeout: longMs }, () => {
  it("is refused where a session begins with it", async () => {
    for (const prompt of ["/clear", "/login", "/cost", "/compact"]) {
      const body = { git_root: await service.repository(), prompt };
      const { status, body: answer } = await service.call<Sent>("POST", "/sessions", body);
      expect([status, answer.messages?.join()]).toEqual([422, expect.stringContaining(prompt)]);
    }
  });

  it("is refused in the queue, and a conversation is not cleared during a turn", async () => {
    const { session, release } = await heldSession(service);
    const clear = await send(session.id, "/clear");
    expect([clear.status, clear.body.messages?.join()]).toEqual([
      422,
      expect.stringContaining("during a turn"),
    ]);
    expect((await send(session.id, "/cost")).status).toBe(200);
    const queue = `/sessions/${session.id}/enqueued_messages`;
    for (const content of ["/clear", "/login"])
      expect((await service.call("POST", queue, { content })).status).toBe(422);
    const added = await service.call<{ enqueued_message: { id: number } }>("POST", queue, {
      content: "Wait",
    });
    const path = `${queue}/${added.body.enqueued_message.id}`;
    expect((await service.call("PATCH", path, { content: "/clear" })).status).toBe(422);
    await service.call("DELETE", path);
    await release();
  });

  it("is refused or done by tools of MCP as well", async () => {
    const { id } = await clonedSession(service);
    await using mcp = await openMcpClient(service);
    const say = { session_id: id, action: "follow_up" };
    expect((await mcp.says("action_session", { ...say, prompt: "/cost" })).text).toContain("No model calls");
    expect(await mcp.refuses("action_session", { ...say, prompt: "/login" })).toContain(
      "does not have /login",
    );
  });
});
