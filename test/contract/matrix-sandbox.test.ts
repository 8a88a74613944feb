/** @module-tag real-cli */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

const longMs = 120_000;
let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Asked {
  name: string;
  method: string;
  path: string;
}

/** Every operation under both paths, as a caller without a credential would ask. */
const everyRequest: readonly Asked[] = allOperations.flatMap((operation) => {
  const { id, method, base } = operation;
  const path = pathOf(operation, { id: "1", session_id: "1" });
  const prefixes = base === "root" ? [""] : ["/api/v1", "/ui/v1"];
  return prefixes.map((prefix) => ({
    name: `${id} ${prefix}`,
    method: method.toUpperCase(),
    path: `${prefix}${path}`,
  }));
});

/** Asks each request of the first file, and writes the statuses to the second. Runs in the agent's shell. */
const askAll = `
import { readFileSync, writeFileSync } from "node:fs";
const { url, requests } = JSON.parse(readFileSync("requests.json", "utf8"));
const statuses = {};
for (const { name, method, path } of requests) {
  const body = method === "GET" ? {} : { body: "{}", headers: { "content-type": "application/json" } };
  const answer = await fetch(url + path, { method, redirect: "manual", ...body });
  await answer.body?.cancel();
  statuses[name] = answer.status;
}
writeFileSync("statuses.json", JSON.stringify(statuses));
`;

test("an agent inside the sandbox gets nothing but what needs no credential", {
  timeout: 2 * longMs,
}, async (context) => {
  if ((await sandboxIn(join(service.folder, "probe"), [])) === null)
    context.skip("No sandbox starts on this machine");
  const git_root = await service.repository({
    "ask.mjs": askAll,
    "requests.json": JSON.stringify({ url: service.url, requests: everyRequest }),
  });
  const prompt = `#script bash cmd=${process.execPath} ask.mjs\n#script say Done.`;
  const { id } = await createSession(service, { git_root, agent_runtime: "pi", prompt });
  expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");

  const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
  const statuses: Record<string, number> = JSON.parse(await readFile(join(clone, "statuses.json"), "utf8"));
  const open = new Set(
    allOperations.filter(({ callers }) => callers.includes("anyone")).map((one) => one.id),
  );
  const answered = Object.entries(statuses).filter(([name]) => !open.has(name.split(" ")[0] ?? ""));
  expect(Object.keys(statuses)).toHaveLength(everyRequest.length);
  expect(answered.length).toBeGreaterThan(300);
  expect(answered.filter(([, status]) => ![401, 403, 404].includes(status))).toEqual([]);
});
