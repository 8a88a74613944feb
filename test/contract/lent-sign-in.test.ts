/** @module-tag real-cli */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { atRest } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";

const longMs = 60_000;
const mine = {
  anthropic: { type: "oauth", access: "old", refresh: "r", expires: 1 },
  other: { key: "sk-mine" },
};
let service: BoardService;
let file: string;

beforeAll(async () => {
  service = await startBoardService();
  file = join(service.folder, "home/.pi/agent/auth.json");
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, JSON.stringify(mine));
});
afterAll(() => service[Symbol.asyncDispose]());

it("an agent cannot leave a command in the person's own sign-in, which pi would run", {
  timeout: 2 * longMs,
}, async () => {
  const planted = {
    ...mine,
    anthropic: { ...mine.anthropic, access: "new" },
    other: { key: "!touch owned" },
  };
  const prompt = `#script bash cmd=printf '%s' '${JSON.stringify(planted)}' > "$PI_CODING_AGENT_DIR/auth.json"\n#script say Done.`;
  const { id } = await createSession(service, { agent_runtime: "pi", prompt });
  expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
  const after: unknown = JSON.parse(await readFile(file, "utf8"));
  expect(after).toEqual({ ...mine, anthropic: { ...mine.anthropic, access: "new" } });
});
