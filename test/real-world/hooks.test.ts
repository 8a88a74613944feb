/** @module-tag real-cli */

import { chmod, cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { atRest } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const longMs = 60_000;
vi.setConfig({ testTimeout: 2 * longMs });

let folder: TestFolder;
let service: BoardService;
let script: string;

/** A catalog that lost its permissions on the way, as in an archive or on a file system that has none. */
beforeAll(async () => {
  folder = await makeTestFolder();
  await cp(join(import.meta.dirname, "../support/catalog"), folder.at("catalog"), { recursive: true });
  script = folder.at("catalog/hooks/note-start/note.sh");
  await chmod(script, 0o644);
  service = await startBoardService({ environment: { SERVICE_CATALOG: folder.at("catalog/air.json") } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function linesOnHook(runtime: string): Promise<string[]> {
  const { id } = await createSession(service, {
    agent_runtime: runtime,
    catalog_hooks: ["note-start"],
    prompt: "#script say Done.",
  });
  expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
  const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${id}/logs`);
  return body.logs.map(({ content }) => content).filter((content) => content.includes("note"));
}

const findings = async () => {
  const { body } = await service.board.call<{ findings: { text: string }[] }>("POST", "/catalog/reload", {});
  return body.findings.map(({ text }) => text).filter((text) => text.includes("note.sh"));
};

describe("a hook whose program is not executable", () => {
  it.each(runtimeIds)("is one line in the session's log of %s, and is left out", async (runtime) => {
    expect(await linesOnHook(runtime)).toEqual([
      `The hook "note-start" is left out: its program ${script} is not executable. Run \`chmod +x\` on it.`,
    ]);
  });

  it("is one finding of the catalog, until it is mended", async () => {
    expect(await findings()).toEqual([expect.stringContaining(`${script} is not executable`)]);
    await chmod(script, 0o755);
    expect(await findings()).toEqual([]);
    expect(await linesOnHook("pi")).toEqual([]);
  });
});
