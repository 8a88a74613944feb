/** @module-tag real-cli */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findAgentProcesses } from "../../server/lib/processes/index.ts";
import { probeStrict } from "../../server/lib/sandbox/index.ts";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 90_000;
vi.setConfig({ testTimeout: 2 * longMs });

let service: TestService;
let listener: Server;
let missing: string | null = null;

beforeAll(async () => {
  service = await startTestService({ environment: { SERVICE_SANDBOX: "strict" } });
  const probe = await probeStrict({ environment: process.env, dataFolder: service.service.dataFolder });
  missing = probe.available ? null : probe.reason;
  listener = createServer((socket) => socket.end("reached"));
  await once(listener.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  listener.close();
  await service[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing !== null) context.skip(`No strict sandbox starts on this machine: ${missing}`);
});

const fileIn = async (id: number, name: string): Promise<string> =>
  readFile(join(String((await sessionOf(service, id)).metadata["clone_path"]), name), "utf8");

/** Prints what each address answers, one line each. */
function asking(urls: readonly string[]): string {
  const script = `(async()=>{for(const u of ${JSON.stringify(urls)}){try{const r=await fetch(u);console.log(r.status)}catch(e){console.log(e.cause?e.cause.code:String(e))}}})()`;
  return `${process.execPath} -e '${script}'`;
}

describe.each(["pi", "claude_code", "codex"])("the real %s in a strict sandbox", (agent_runtime) => {
  it("reaches its model and its own session, and no other port of this machine", async () => {
    const title = `Named by ${agent_runtime}`;
    const rename = `#script mcp server=signalbox tool=action_session args=${JSON.stringify({ action: "update_title", title })}`;
    const { port } = listener.address() as AddressInfo;
    const urls = [
      `http://127.0.0.1:${port}/`,
      `${service.url}/`,
      `${service.url}/up`,
      `${service.url}/api/v1/sessions`,
      `${service.url}/mcp/self`,
      `${service.url}/api/v1/elicitations/session/other/1`,
    ];
    const prompt = `${rename}\n#script bash cmd=${asking(urls)} > seen\n#script say Done.`;
    const { id } = await createSession(service, { agent_runtime, prompt });
    expect(await service.waitFor(id, atRest, longMs)).toMatchObject({
      status: "needs_input",
      title,
      sandbox: { level: "strict", source: "service" },
    });
    expect((await fileIn(id, "seen")).trim().split("\n")).toEqual([
      "ECONNREFUSED",
      "403",
      "403",
      "403",
      "403",
      "403",
    ]);

    // The next turn resumes the conversation, in a network of its own again.
    const own = `${process.execPath} -e 'fetch(process.env.ELICITATION_REQUEST_URL,{method:"POST",headers:{"content-type":"application/json"},body:"{}"}).then((r)=>console.log(r.status))'`;
    const next = `#script bash cmd=${own} > asked\n#script say Again.`;
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt: next });
    await expect.poll(() => fileIn(id, "asked").catch(() => ""), { timeout: longMs }).toBe("422\n");
    await service.waitFor(id, atRest, longMs);
  });

  it("leaves nothing behind when it is interrupted", async () => {
    const prompt = "#script bash cmd=touch begun; sleep 300\n#script say Done.";
    const { id } = await createSession(service, { agent_runtime, prompt });
    await expect
      .poll(
        () =>
          fileIn(id, "begun").then(
            () => true,
            () => false,
          ),
        { timeout: longMs },
      )
      .toBe(true);
    expect((await service.call("POST", `/sessions/${id}/pause`)).status).toBe(200);
    await service.waitFor(id, atRest, longMs);
    const { id: installation } = JSON.parse(
      await readFile(join(service.service.dataFolder, "installation.json"), "utf8"),
    ) as { id: string };
    expect(await findAgentProcesses({ markerPrefix: `${installation}:${id}` })).toEqual([]);
  });
});

it("names the levels to whoever asks for another", async () => {
  const { status, body } = await service.call("POST", "/sessions", {
    git_root: await service.repository(),
    sandbox: "strictest",
  });
  expect(status).toBe(422);
  expect(body).toMatchObject({ message: 'Unknown sandbox "strictest". Valid: off, workspace, strict' });
});
