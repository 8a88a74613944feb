/** @module-tag real-cli */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SandboxesAnswer } from "../../server/domains/workspace/sandboxes/model.ts";
import { sandboxLevels } from "../../server/lib/sandbox/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { whyNoOtherUser } from "../support/other-user.ts";
import { plantedMark, type SharedFolder, sharedFolderWithPlants } from "../support/planted-code.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 60_000;
vi.setConfig({ testTimeout: 3 * longMs });

describe.each(sandboxLevels)("at level %s", (level) => {
  let shared: SharedFolder | null = null;
  let service: BoardService | null = null;
  let missing: string | null = null;

  beforeAll(async () => {
    missing = await whyNoOtherUser();
    if (missing !== null) return;
    shared = await sharedFolderWithPlants();
    const { path } = shared;
    service = await startBoardService({
      // A small model writes titles after the first turn.
      environment: {
        SERVICE_SANDBOX: level,
        SERVICE_SMALL_MODEL: "on",
        TMPDIR: path,
        TMP: path,
        TEMP: path,
      },
    });
    missing = (await service.board.call<SandboxesAnswer>("GET", "/sandboxes")).body.reason;
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await shared?.[Symbol.asyncDispose]();
  });
  beforeEach((context) => {
    if (missing !== null) context.skip(missing);
  });

  it.each(["pi", "claude_code", "codex"])(
    "%s runs nothing that another user left in the shared temporary folder, and leaves nothing there",
    async (agent_runtime) => {
      if (!service || !shared) throw new Error("There is no service");
      // Without them, the test would show nothing.
      expect(shared.planted).toBeGreaterThan(5);
      const prompt =
        "#script bash cmd=mktemp > made && ls -ld $(dirname $(cat made)) > seen\n#script say Done.";
      const { id } = await createSession(service, { agent_runtime, prompt });
      expect(await service.waitFor(id, atRest, longMs)).toMatchObject({ status: "needs_input" });

      const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
      expect(await readdir(clone)).not.toContain(plantedMark);
      expect(await readdir(process.cwd())).not.toContain(plantedMark);
      expect(await readFile(join(clone, "made"), "utf8")).not.toContain(shared.path);
      expect(await readFile(join(clone, "seen"), "utf8")).toMatch(/^drwx------/);
      expect((await readdir(shared.path)).toSorted()).toEqual(["node-compile-cache", "own"]);
    },
  );

  it("the service's own temporary folder is closed to others", async () => {
    const folder = join(service?.folder ?? "", "data", "tmp");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});
