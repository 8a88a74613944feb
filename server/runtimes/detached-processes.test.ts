import { mkdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { sandboxIn } from "../../test/support/sandbox-room.ts";
import { sleeping } from "../../test/support/sleeping-processes.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { endAgentProcesses, findAgentProcesses, markerVariable } from "../lib/processes/index.ts";
import { type LineProcess, startLineProcess } from "./line-process.ts";

type Level = "off" | "workspace" | "strict";

let lastTest = 0;

/** Starts, at this level, a program that leaves behind what no environment, session or parent leads to. */
async function open(level: Level) {
  const folder = await makeTestFolder();
  await mkdir(folder.at("clone"));
  // Its length of sleep is the process's name, as its pid in a sandbox is another one.
  const name = `30${process.pid}.${++lastTest}`;
  const marker = `${folder.path}:1:${lastTest}`;
  const room = level === "off" ? null : await sandboxIn(folder.path, [folder.at("clone")]);
  // As a CLI, it starts nothing before it has a prompt.
  const detach = `read prompt; setsid env -i /bin/sh -c '(cd /; /bin/sleep ${name} >/dev/null 2>&1 &) &'; echo '{"up":true}'; read end`;
  const up = Promise.withResolvers<void>();
  return {
    room,
    marker,
    start: (): Promise<LineProcess> =>
      startLineProcess({
        command: "/bin/sh",
        args: ["-c", detach],
        cwd: folder.at("clone"),
        env: { PATH: process.env["PATH"] ?? "", HOME: folder.path, [markerVariable]: marker },
        sandbox: room && (level === "strict" ? { ...room, network: { ways: [] } } : room),
        onMessage: () => up.resolve(),
      }),
    up: up.promise,
    detached: () => sleeping(name),
    async [Symbol.asyncDispose]() {
      for (const pid of sleeping(name)) process.kill(pid, "SIGKILL");
      await folder[Symbol.asyncDispose]();
    },
  };
}

it.for<Level>(["off", "workspace", "strict"])(
  "ends what detached itself from a turn with a cleared environment, in the sandbox %s",
  async (level, context) => {
    if (process.platform !== "linux") return context.skip("Processes are tagged on Linux only");
    await using bed = await open(level);
    if (level !== "off" && bed.room === null) return context.skip("No sandbox starts on this machine");
    const child = await bed.start();
    child.send({});
    await bed.up;
    await expect.poll(bed.detached).toHaveLength(1);
    child.endInput();
    await endAgentProcesses({ markerPrefix: bed.marker });
    await child.exit;
    // The kernel ends what is in a sandbox a moment after its first process.
    await expect.poll(bed.detached).toEqual([]);
  },
);

it("finds it although the program that started it is gone, as after a crash, and leaves other turns alone", async (context) => {
  if (process.platform !== "linux") return context.skip("Processes are tagged on Linux only");
  await using one = await open("off");
  await using other = await open("off");
  for (const bed of [one, other]) {
    const child = await bed.start();
    child.send({});
    await bed.up;
    child.endInput();
    await child.exit;
    await expect.poll(bed.detached).toHaveLength(1);
  }
  const found = await findAgentProcesses({ markerPrefix: one.marker });
  expect(found.map(({ pid }) => pid)).toEqual(one.detached());
  await endAgentProcesses({ markerPrefix: one.marker.split(":")[0] ?? "" });
  expect([one.detached(), other.detached().length]).toEqual([[], 1]);
});
