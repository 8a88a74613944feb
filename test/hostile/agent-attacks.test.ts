/** @module-tag real-cli */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { LanState } from "../../server/domains/access/lan/model.ts";
import { ownerSocketPath } from "../../server/lib/owner-socket.ts";
import { attackProgram, attacks } from "../support/agent-attacks.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { gate } from "../support/session-page.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

let service: BoardService;
let works = false;

beforeAll(async () => {
  service = await startBoardService();
  works = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!works) context.skip("No sandbox starts on this machine");
});

interface Attacked {
  /** `isEmptyPage`: a page without a form, as everyone gets it. */
  answers: { name: string; status: number; cookies: string | null; isEmptyPage: boolean; text: string }[];
  /** Of the owner's socket. */
  reached: string;
  /** The status of its question. */
  asked: number;
  hasSelf: boolean;
}

/** What an agent would have gained. */
function gains(): unknown {
  using data = openServiceDatabase(service);
  const tables = [
    // One of the environment is recorded when it is first used.
    "api_keys WHERE source = 'minted'",
    "browser_sign_ins",
    "device_pairings",
    "oauth_grants",
    "repository_sandboxes",
    "repository_trust",
  ];
  return tables.map((table) => [table, data.sql.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get()]);
}

function ownQuestion(): unknown {
  using data = openServiceDatabase(service);
  return data.sql.prepare("SELECT status, content FROM elicitations WHERE request_id = 'mine'").get();
}

function forgetQuestion(): void {
  using data = openServiceDatabase(service);
  data.sql.prepare("DELETE FROM elicitations").run();
}

/** Starts an agent that attacks; resolves with what it learned, while its question is still open. */
async function attack(
  agent_runtime: string,
): Promise<{ id: number; attacked: Attacked; end(): Promise<void> }> {
  const { url, service: own } = service;
  const socket = ownerSocketPath(own.dataFolder);
  const git_root = await service.repository({
    "attack.mjs": attackProgram,
    "attacks.json": JSON.stringify({ url, socket, attacks }),
  });
  // The end of its turn would cancel the question.
  const looked = gate(service, agent_runtime);
  const prompt = `#script bash cmd=${process.execPath} attack.mjs\n${looked.step}\n#script say Done.`;
  const { id } = await createSession(service, { git_root, agent_runtime, prompt });
  const learned = async (): Promise<string> => {
    const { metadata } = await sessionOf(service, id);
    return readFile(join(String(metadata["clone_path"]), "answers.json"), "utf8").catch(() => "");
  };
  await expect.poll(learned, { timeout: longMs, interval: 250 }).not.toBe("");
  return { id, attacked: JSON.parse(await learned()), end: looked.open };
}

/** A tool answers 200 also if it refuses. */
const isCarriedOut = ({ name, status, isEmptyPage, text }: Attacked["answers"][number]): boolean =>
  status < 300 && !isEmptyPage && !(name.startsWith("tool ") && /"isError":true|"error":/.test(text));

describe.each(["pi", "claude_code", "codex"])(
  "an agent of the real %s, with everything it finds",
  (runtime) => {
    it("gets no key, consent, answer, network, device, trust or looser sandbox", async () => {
      forgetQuestion();
      const before = gains();
      const { id, attacked, end } = await attack(runtime);
      // It had what an agent has, so that the refusals say something.
      expect(attacked).toMatchObject({ hasSelf: true, asked: 201, reached: "ENOENT" });
      expect(attacked.answers.length).toBeGreaterThan(100);
      expect(attacked.answers.filter((one) => one.cookies !== null || isCarriedOut(one))).toEqual([]);
      expect(ownQuestion()).toEqual({ status: "pending", content: null });
      expect(gains()).toEqual(before);
      expect((await service.board.call<{ lan: LanState }>("GET", "/lan")).body.lan.open).toBe(false);

      const declined = { action_type: "decline" };
      expect((await service.board.call("PATCH", "/elicitations/mine/respond", declined)).status).toBe(200);
      await end();
      expect(await service.waitFor(id, atRest, longMs)).toMatchObject({
        status: "needs_input",
      });
    });
  },
);
