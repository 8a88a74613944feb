/** @module-tag real-cli */

import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onOtherMachine, tunForAll, whyNoOtherMachine } from "../support/other-machine.ts";
import { asOtherUser } from "../support/other-user.ts";

const longMs = 120_000;
const uid = 64_321;

interface Seen {
  level: string | null;
  status: string;
  failure: string;
  seen: string;
}

/** A whole service, a real pi and the programs of its strict sandbox, all of this user. */
const program = `
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { atRest, startTestService } from ${JSON.stringify(new URL("../support/service.ts", import.meta.url).href)};
import { createSession, sessionOf } from ${JSON.stringify(new URL("../support/sessions.ts", import.meta.url).href)};
const service = await startTestService({ environment: { SERVICE_SANDBOX: "strict" } });
const ask = "const u=process.argv[1];fetch(u).then((r)=>console.log(r.status)).catch((e)=>console.log(e.cause.code))";
const shell = "{ id -u; " + process.execPath + " -e '" + ask + "' " + service.url + "/up; ls " + service.service.dataFolder + "; } > seen";
const { id } = await createSession(service, { agent_runtime: "pi", prompt: "#script bash cmd=" + shell + "\\n#script say Done." });
const { status, sandbox, failure } = await service.waitFor(id, atRest, ${longMs});
const clone = String((await sessionOf(service, id)).metadata.clone_path);
const seen = await readFile(join(clone, "seen"), "utf8").catch(String);
console.log(JSON.stringify({ status, level: sandbox?.level ?? null, failure: JSON.stringify(failure ?? null), seen }));
await service[Symbol.asyncDispose]();
process.exit();`;

test("an ordinary user's agent runs in a strict sandbox", { timeout: 2 * longMs }, async ({ skip }) => {
  const missing = await whyNoOtherMachine();
  if (missing !== null) return skip(`No ordinary user can be tried: ${missing}`);
  const readable = `import { readdirSync } from "node:fs"; console.log(readdirSync(process.argv[1]).length > 0)`;
  const isReadable = await asOtherUser(readable, import.meta.dirname).catch(() => "false");
  if (isReadable !== "true") return skip("Other users of this machine cannot read this checkout");
  const folder = await mkdtemp(join(process.env["SIGNALBOX_KEPT_FOLDER"] ?? tmpdir(), "signalbox-user-"));
  try {
    await chmod(folder, 0o755);
    const own = join(folder, "own");
    await mkdir(own, { mode: 0o700 });
    await chown(own, uid, uid);
    const env = { TMPDIR: own, HOME: own };
    const { level, status, failure, seen } = await onOtherMachine<Seen>(tunForAll, program, { uid, env });
    if (failure.includes("not installed")) return skip(failure);
    expect({ level, status, failure }).toEqual({ level: "strict", status: "needs_input", failure: "null" });
    const [user, answer, ...listed] = seen.trim().split("\n");
    expect([user, answer]).toEqual([String(uid), "403"]);
    expect(listed).not.toContain("installation.json");
    expect(listed).not.toContain("signalbox.db");
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
