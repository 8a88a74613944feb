/** @module-tag real-cli */

import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { atRest, type Session } from "../support/service.ts";
import {
  claudeLogin,
  codexLogin,
  codexToken,
  putSignIns,
  type StoredSignIn,
  sealedLogin,
  sealSignIns,
} from "../support/stored-sign-ins.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { startTokenEndpoint } from "../support/token-endpoint.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const timeout = 240_000;
const email = "ada@example.org";

/** A service with one account that somebody signed in to on the board. */
async function serviceWith(
  folder: TestFolder,
  signIn: StoredSignIn,
  environment: Record<string, string>,
): Promise<FaultyService> {
  sealSignIns(folder.at("data"), [signIn]);
  const service = await startFaultyService({ folder: folder.path, environment });
  const sql = new Sqlite(folder.at("data/signalbox.db"), { timeout: 5_000 });
  putSignIns(sql, [signIn]);
  sql.close();
  return service;
}

async function begin(
  service: FaultyService,
  body: { agent_runtime: string; git_root: string; prompt: string },
): Promise<number> {
  const answer = await service.call<{ session: Session }>("POST", "/sessions", body);
  expect(answer.status).toBe(201);
  return answer.body.session.id;
}

/** With which tokens the model was asked, without repetitions. */
function tokensUsed({ model }: FaultyService): string[] {
  const used = model
    .requests()
    .filter(({ prompts }) => prompts.length > 0)
    .map(({ headers }) => String(headers["authorization"]).replace("Bearer ", ""));
  return used.filter((token, at) => token !== used[at - 1]);
}

/** The real Codex, which renews its sign-in at our endpoint. */
async function codexAt(folder: TestFolder, url: string): Promise<string> {
  const codex = join(import.meta.dirname, "../clis/node_modules/.bin/codex");
  const program = folder.at("codex");
  await writeFile(program, `#!/bin/sh\nCODEX_REFRESH_TOKEN_URL_OVERRIDE=${url} exec ${codex} "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

it("keeps the token that the real Codex renewed in mid-turn, however soon the service is killed", {
  timeout,
}, async () => {
  await using folder = await makeTestFolder();
  await using tokens = await startTokenEndpoint(email, `refresh-of-${email}-0`);
  const signIn = { id: 1, runtime: "codex", email, login: codexLogin(email) } as const;
  await using service = await serviceWith(folder, signIn, {
    SERVICE_CODEX_PATH: await codexAt(folder, tokens.url),
    SERVICE_CODEX_TOKEN_URL: tokens.url,
    // The sandbox shows a CLI its own folder alone, and this one starts another.
    SERVICE_SANDBOX: "off",
  });
  const of = { agent_runtime: "codex", git_root: await service.repository() };
  // After the first refusal the CLI reads its file again, and after the second it renews.
  const renewing =
    "Renew it.\n#script error 401 times=2 message=Expired\n#script sleep 600\n#script say Too late.";
  const id = await begin(service, { ...of, prompt: renewing });
  const file = join(service.dataFolder, "homes", String(id), "auth.json");
  const written = () => readFile(file, "utf8").catch(() => "");
  // As soon as the CLI has the new token on the disk, while the turn goes on.
  await expect.poll(written, { timeout: 60_000, interval: 1 }).toContain(`refresh-of-${email}-1`);
  await service.stop("SIGKILL");
  expect(tokens.exchanged).toHaveLength(1);

  await service.start();
  const kept = (): string => sealedLogin(service.dataFolder, 1);
  await expect.poll(kept, { timeout: 20_000 }).toContain(`refresh-of-${email}-1`);
  await expect.poll(() => tokensUsed(service).at(-1), { timeout: 60_000 }).toBe(codexToken(email, 1));
  expect(tokens.exchanged).toEqual([`refresh-of-${email}-0`]);
  await service.call("POST", `/sessions/${id}/pause`);
  const next = await begin(service, { ...of, prompt: "#script say With the new token." });
  expect((await service.waitFor(next, atRest, 60_000)).status).toBe("needs_input");
  expect(tokensUsed(service).at(-1)).toBe(codexToken(email, 1));
});

it("keeps the token in Claude Code's login file, replaced in mid-turn as the CLI does it, after a kill at once", {
  timeout,
}, async () => {
  await using folder = await makeTestFolder();
  const signIn = { id: 1, runtime: "claude_code", email, login: claudeLogin("token-old") } as const;
  await using service = await serviceWith(folder, signIn, {});
  const id = await begin(service, {
    agent_runtime: "claude_code",
    git_root: await service.repository(),
    prompt: "#script sleep 600\n#script say Too late.",
  });
  await expect.poll(() => tokensUsed(service), { timeout: 60_000 }).toEqual(["token-old"]);
  const file = join(service.dataFolder, "homes", String(id), ".credentials.json");
  expect(await readFile(file, "utf8")).toContain("token-old");
  await writeFile(file, claudeLogin("token-new"));
  await service.stop("SIGKILL");

  await service.start();
  await expect.poll(() => tokensUsed(service).at(-1), { timeout: 60_000 }).toBe("token-new");
  expect(sealedLogin(service.dataFolder, 1)).toContain("refresh-of-token-new");
});
