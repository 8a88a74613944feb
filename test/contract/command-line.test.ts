import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hearCommand as command } from "../support/hear-command.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";

let service: TestService;
let repository = "";

beforeAll(async () => {
  // Outside of a sandbox, because inside of one no agent reaches the owner's socket.
  service = await startTestService({ environment: { SERVICE_SANDBOX: "off" } });
  vi.stubEnv("SERVICE_DATA_DIR", service.service.dataFolder);
  repository = await service.repository({ "greet.js": "export const greet = 1;\n" });
});
afterAll(() => service[Symbol.asyncDispose]());

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await command(...args, "--json");
  expect(err).toBe("");
  expect(code).toBe(0);
  return JSON.parse(out) as T;
}

const startSession = async (prompt: string): Promise<number> => {
  const made = await json<{ session: { id: number } }>("new", prompt, "--git-root", repository);
  return made.session.id;
};

describe("the commands of the owner", () => {
  it("start a session, wait for it, show what it did, go on with it, and archive it", async () => {
    const id = await startSession("#script write_file path=greet.js text=changed\n#script say It is done.");
    expect((await command("wait", String(id), "--timeout", "60")).code).toBe(0);

    expect((await command("list")).out).toMatch(new RegExp(`^${id} +(?:review|idle|done) +pi`, "m"));
    expect((await command("show", String(id))).out).toContain(`Repository:  ${repository}`);
    expect((await command("transcript", String(id))).out).toContain("It is done.");
    const diff = (await command("diff", String(id))).out;
    expect(diff).toContain("-export const greet = 1;\n+changed");
    expect((await command("diff", String(id), "greet.js")).out).toBe(diff);

    const sent = await command("send", String(id), "#script", "say", "Once", "more.", "--wait");
    expect(sent).toMatchObject({ code: 0, err: "" });
    expect((await command("transcript", String(id))).out).toContain("Once more.");

    expect((await command("logs", String(id))).code).toBe(0);
    expect((await command("costs")).out).toContain("Cost:");
    expect((await command("archive", String(id))).code).toBe(0);
    expect((await command("show", String(id))).out).toMatch(/State: +archived/);
  }, 90_000);

  it("say by their exit code what a session stopped for", async () => {
    const asks = await startSession("#script say Which of the two shall I take?");
    const waited = await command("wait", String(asks), "--timeout", "60");
    expect([waited.code, waited.out]).toEqual([3, expect.stringContaining(`Session ${asks}: question`)]);

    const works = await createSession(service, { prompt: "#script sleep 60" });
    expect((await command("wait", String(works.id), "--timeout", "0")).code).toBe(5);
    await service.call("POST", `/sessions/${works.id}/pause`);
  }, 90_000);

  it("call any operation, and list them", async () => {
    expect((await command("call")).out).toMatch(/^listSessions +List sessions/m);
    const made = await command("call", "createCategory", "name=Chores", "is_frozen:=true");
    expect(JSON.parse(made.out)).toMatchObject({ category: { name: "Chores", is_frozen: true } });
    expect((await command("call", "getSession", "id=987654")).err).toContain("not found");
    expect(await command("call", "getSession")).toMatchObject({ code: 2, err: "id=VALUE is missing.\n" });
    expect((await command("call", "flySomewhere")).err).toContain('no operation "flySomewhere"');
  });

  it.each([
    [["show"], 2, "ID is missing."],
    [["show", "987654"], 1, "Session not found"],
    [["list", "--colour", "red"], 2, "--colour"],
    [["list", "--page", "many"], 2, "--page takes a number."],
    [["wait", "1", "--until", "lunch"], 2, '"lunch" is nothing that a session can stop for.'],
    [["new", "Hello", "--agent-runtime", "hal"], 1, "hal"],
    [["completion", "tcsh"], 2, "bash, zsh or fish"],
  ])("refuse %j in words", async (args, code, words) => {
    const ran = await command(...args);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(words);
    expect(ran.err).not.toContain("\n    at ");
  });

  it("have options that are made from the operations", async () => {
    const { out } = await command("new", "--help");
    for (const option of ["--git-root TEXT", "--mcp-servers A,B", "--precedence N", "--clone-only", "--wait"])
      expect(out).toContain(`  ${option}`);
    const script = (await command("completion", "bash")).out;
    expect(script).toContain("--git-root");
    expect(script).toContain("complete -F _signalbox");
  });

  it("use a key that is listed with its maker and stored nowhere", async () => {
    const { out } = await command("call", "listApiKeys");
    const { api_keys: keys } = JSON.parse(out) as {
      api_keys: { id: number; name: string; made_by: string }[];
    };
    const own = keys.find(({ name }) => name === "signalbox command");
    expect(own?.made_by).toContain("this machine");
    for (const file of ["signalbox.db", "signalbox.db-wal"])
      expect((await readFile(join(service.service.dataFolder, file))).includes("sbk_")).toBe(false);
  });

  it("are an agent's too: it starts two sessions, waits, reads a diff and archives", async () => {
    const cli = join(import.meta.dirname, "../../server/cli.ts");
    const call = `SERVICE_DATA_DIR=${service.service.dataFolder} ${process.execPath} ${cli}`;
    const prompt = String.raw`"#script write_file path=greet.js text=by_an_agent"`;
    const agent = await createSession(service, {
      prompt: [
        ...[1, 2].map(() => `#script bash cmd=${call} new ${prompt} --git-root ${repository}`),
        `#script bash cmd=${call} wait $(${call} list --json | grep -o '"id": [0-9]*' | head -2 | grep -o '[0-9]*')`,
        "#script say Both have ended.",
      ].join("\n"),
    });
    await service.waitFor(agent.id, ({ status }) => status === "needs_input", 80_000);
    const { sessions } = await json<{ sessions: { id: number; prompt: string }[] }>("list");
    const started = sessions.filter(({ id, prompt }) => id !== agent.id && prompt?.includes("by_an_agent"));
    expect(started).toHaveLength(2);
    for (const { id } of started) {
      expect((await command("wait", String(id), "--timeout", "60")).code).toBe(0);
      expect((await command("diff", String(id))).out).toContain("+by_an_agent");
    }
    expect((await command("archive", ...started.map(({ id }) => String(id)))).code).toBe(0);
  }, 120_000);
});
