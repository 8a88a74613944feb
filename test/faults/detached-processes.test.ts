import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { atRest } from "../support/service.ts";
import { sleeping } from "../support/sleeping-processes.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { startFaultyService } from "./support/faulty-service.ts";

const detach = (name: string): string =>
  `#script bash cmd=setsid env -i /bin/sh -c '(cd /; /bin/sleep ${name} >/dev/null 2>&1 &) &'`;

it.for(["claude_code", "codex", "pi"] as const)(
  "leaves nothing of %s without a sandbox that detached itself with a cleared environment, after a turn and after a crash",
  async (runtime, context) => {
    if (process.platform !== "linux") return context.skip("Processes are tagged on Linux only");
    await using folder = await makeTestFolder();
    const environment = { SERVICE_SANDBOX: "off" };
    await using service = await startFaultyService({ folder: folder.path, environment });
    const git_root = await service.repository();
    const create = async (prompt: string): Promise<number> => {
      const body = { git_root, prompt, agent_runtime: runtime };
      return (await service.call<{ session: { id: number } }>("POST", "/sessions", body)).body.session.id;
    };
    const [during, after] = [`40${process.pid}.1`, `40${process.pid}.2`];
    const gate = folder.at("gate");
    const done = await create(`${detach(during)}\n#script wait_file path=${gate}\n#script say Done.`);
    await expect.poll(() => sleeping(during), { timeout: 30_000 }).toHaveLength(1);
    writeFileSync(gate, "");
    await service.waitFor(done, atRest, 60_000);
    expect(sleeping(during)).toEqual([]);

    await create(`${detach(after)}\n#script wait_file path=${folder.at("never")}`);
    await expect.poll(() => sleeping(after), { timeout: 30_000 }).toHaveLength(1);
    const [old] = sleeping(after);
    await service.stop("SIGKILL");
    expect(sleeping(after)).toEqual([old]);
    await service.start();
    expect(sleeping(after)).not.toContain(old);
  },
);
