import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ApiKey } from "../../server/domains/access/api-keys/model.ts";
import type { BackupState } from "../../server/domains/installation/backups/model.ts";
import { type Confirmation, confirmationHeader } from "../../server/domains/owner/confirmations/model.ts";
import { lastingMs, pauseAfter } from "../../server/domains/owner/confirmations/rules.ts";
import { type Board, type BoardService, openBoard, startBoardService } from "../support/board.ts";
import { backToRealTime, passTime } from "../support/passing-time.ts";
import { createSession } from "../support/sessions.ts";

interface Refused {
  error: string;
  message: string;
  confirmation: Confirmation;
}

/** One request for each act; each can be repeated. */
interface Act {
  words: RegExp;
  method: string;
  path: string;
  body: Record<string, unknown>;
  /** The same operation with another body, which needs its own confirmation, if there is one. */
  other?: Record<string, unknown>;
  /** Once confirmed. */
  status: number;
  /** Once it was carried out, the same request widens nothing and needs no confirmation. */
  isDone?: true;
}

let service: BoardService;
let otherBrowser: Board;

beforeAll(async () => {
  service = await startBoardService();
  otherBrowser = await openBoard(service);
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(backToRealTime);

const acts: [string, () => Act | Promise<Act>][] = [
  [
    "mintApiKey",
    () => ({
      words: /^Create the API key “laptop \d+”$/,
      method: "POST",
      path: "/api_keys",
      body: { name: `laptop ${++made}` },
      other: { name: "another", grant: "quick_router" },
      status: 201,
    }),
  ],
  [
    "trustRepository",
    () => ({
      words: /^Trust the repository github\.com\/ada\/orchard, so that/,
      method: "POST",
      path: "/repositories/trust",
      body: { git_root: "https://user:secret@github.com/ada/orchard.git" },
      other: { git_root: "https://github.com/ada/other.git" },
      status: 200,
    }),
  ],
  [
    "readForeignRepository",
    () => ({
      words: /^Let git read the repository \/srv\/nowhere, which another user of this machine owns$/,
      method: "POST",
      path: "/repositories/foreign_owner",
      body: { git_root: "/srv/nowhere" },
      other: { git_root: "/srv/elsewhere" },
      status: 409,
    }),
  ],
  [
    "mintExternalAppKey",
    async () => {
      const name = `Pager ${++made}`;
      const { body } = await service.board.call<{ external_app: { id: number } }>("POST", "/external_apps", {
        name,
      });
      return {
        words: new RegExp(`^Create the key “pager ${made}” of the integration “${name}”$`),
        method: "POST",
        path: `/external_apps/${body.external_app.id}/keys`,
        body: { name: `pager ${made}` },
        other: { name: "another" },
        status: 201,
      };
    },
  ],
  [
    "setLan",
    () => ({
      words: /^Open Signalbox to the local network$/,
      method: "PUT",
      path: "/lan",
      body: { open: true },
      status: 200,
    }),
  ],
  [
    "createPairing",
    async () => {
      await service.board.call("PUT", "/lan", { open: true });
      return {
        words: /^Create a code that pairs a device that acts as you$/,
        method: "POST",
        path: "/device_pairings",
        body: { privilege: "act_as_human" },
        other: { privilege: "relay_only" },
        status: 201,
      };
    },
  ],
  [
    "saveRepositorySandbox",
    async () => {
      const git_root = `https://example.org/orchard-${++made}.git`;
      const plain = { git_root, sandbox_read: [], sandbox_write: [], sandbox_grants: null };
      const strict = { ...plain, sandbox: "strict" };
      await service.board.call("PUT", "/repositories/sandbox", strict);
      return {
        words: new RegExp(
          `^Give the agents of example\\.org/orchard-${made} the sandbox level (off|workspace); the folders /usr/share$`,
        ),
        method: "PUT",
        path: "/repositories/sandbox",
        body: { ...plain, sandbox: null, sandbox_read: ["/usr/share"] },
        other: { ...plain, sandbox: null },
        status: 200,
        isDone: true,
      };
    },
  ],
  [
    "restoreApiKey",
    async () => {
      const name = `revoked ${++made}`;
      const { body } = await service.board.call<{ api_key: ApiKey }>("POST", "/api_keys", { name });
      await service.board.call("DELETE", `/api_keys/${body.api_key.id}`);
      return {
        words: new RegExp(`^Make the revoked API key “${name}” valid again$`),
        method: "POST",
        path: `/api_keys/${body.api_key.id}/restore`,
        body: {},
        status: 200,
      };
    },
  ],
  [
    "stageRestore",
    async () => {
      const list = async () => (await service.board.call<BackupState>("GET", "/backups")).body.backups;
      if ((await list()).length === 0) await service.board.call("POST", "/backups", {});
      await expect.poll(list, { timeout: 20_000 }).not.toEqual([]);
      const name = (await list())[0]?.name ?? "";
      return {
        words: new RegExp(`^Replace the data with the backup ${name} at the next start$`),
        method: "POST",
        path: `/backups/${name}/restore`,
        body: { confirm: name },
        status: 200,
      };
    },
  ],
  [
    "changeSandbox",
    async () => {
      const { id } = await createSession(service, { title: "Prune", sandbox: "strict" });
      return {
        words: /^Give the session “Prune” the sandbox level (off|workspace)$/,
        method: "PATCH",
        path: `/sessions/${id}/sandbox`,
        body: { sandbox: null },
        other: { sandbox: "workspace" },
        status: 200,
        isDone: true,
      };
    },
  ],
];
let made = 0;

/** Asks for the act, and returns what a person has to confirm. */
async function ask({ words, method, path, body }: Act, board: Board = service.board): Promise<Confirmation> {
  const { status, body: refused } = await board.callUnconfirmed<Refused>(method, path, body);
  expect([status, refused.error]).toEqual([409, "confirmation_required"]);
  expect(refused.confirmation).toMatchObject({ state: "waiting", confirm_in: "terminal" });
  expect(refused.confirmation.words).toMatch(words);
  expect(refused.message).toContain(refused.confirmation.words);
  return refused.confirmation;
}

const repeat = async (
  { method, path }: Act,
  id: string,
  body: Record<string, unknown>,
  board: Board = service.board,
) => {
  const answer = await board.callUnconfirmed<Refused>(method, path, body, {
    headers: { [confirmationHeader]: id },
  });
  return [answer.status, answer.body.error];
};

const notValid = [409, "Confirmation not valid"];

describe.each(acts)("%s", (_operation, makeAct) => {
  test("passes once, for the same request of the same browser, after a person confirmed it", async () => {
    const act = await makeAct();
    const { id } = await ask(act);
    expect(await repeat(act, id, act.body)).toEqual([409, "confirmation_required"]);
    service.service.settleConfirmation(id, "confirmed");
    expect(await repeat(act, id, act.body, otherBrowser)).toEqual(notValid);
    if (act.other) expect(await repeat(act, id, act.other)).toEqual(notValid);
    expect((await repeat(act, id, act.body))[0]).toBe(act.status);
    expect(await repeat(act, id, act.body)).toEqual(act.isDone ? [act.status, undefined] : notValid);
  });

  test("is refused once it was denied, and with an id that nobody gave out", async () => {
    const act = await makeAct();
    const browser = await openBoard(service);
    const { id } = await ask(act, browser);
    service.service.settleConfirmation(id, "denied");
    expect(await repeat(act, id, act.body, browser)).toEqual([403, "Denied"]);
    expect(await repeat(act, "abcdefgh", act.body, browser)).toEqual(notValid);
  });

  test("is refused if the person or the page took too long", async () => {
    const act = await makeAct();
    const { id } = await ask(act);
    service.service.settleConfirmation(id, "confirmed");
    passTime(lastingMs);
    expect(await repeat(act, id, act.body)).toEqual(notValid);
    const { id: late } = await ask(act);
    passTime(lastingMs);
    expect(service.service.settleConfirmation(late, "confirmed")).toBeNull();
  });
});

describe("a confirmation", () => {
  test("is reported to the page that waits, the moment it is given", async () => {
    const browser = await openBoard(service);
    const { id } = await ask((await acts[0]?.[1]()) as Act, browser);
    const waiting = browser.call<{ confirmation: Confirmation }>("GET", `/confirmations/${id}`);
    expect((await otherBrowser.call("GET", `/confirmations/${id}`)).status).toBe(404);
    service.service.settleConfirmation(id, "denied");
    expect((await waiting).body.confirmation).toMatchObject({ id, state: "denied" });
  });

  test("that was denied keeps its browser from asking again for a while, and no other one", async () => {
    const browser = await openBoard(service);
    const act = (await acts[0]?.[1]()) as Act;
    const { id } = await ask(act, browser);
    service.service.settleConfirmation(id, "denied");
    const again = () => browser.callUnconfirmed<Refused>(act.method, act.path, act.body);
    expect(await again()).toMatchObject({
      status: 429,
      body: {
        message: expect.stringMatching(
          /^A request of this browser was denied just now\. Try again in \d+ sec/,
        ),
      },
    });
    await ask(act);
    passTime(pauseAfter(1));
    expect((await again()).status).toBe(409);
  });

  test("can be withdrawn by the page, and then be given no more", async () => {
    const { id } = await ask((await acts[0]?.[1]()) as Act);
    expect((await otherBrowser.call("DELETE", `/confirmations/${id}`)).status).toBe(404);
    expect((await service.board.call("DELETE", `/confirmations/${id}`)).status).toBe(204);
    expect(service.service.settleConfirmation(id, "confirmed")).toBeNull();
  });

  test("is not asked for what the operation refuses anyway", async () => {
    const { status } = await service.board.callUnconfirmed("POST", "/api_keys", { name: " " });
    expect(status).toBe(422);
  });
});

test("a board that the owner opened asks for no confirmation", async () => {
  await using open = await startBoardService({ environment: { SERVICE_WEB_OPEN: "1" } });
  const { status, body } = await open.board.callUnconfirmed<{ api_key: ApiKey }>("POST", "/api_keys", {
    name: "laptop",
  });
  expect([status, body.api_key.name]).toEqual([201, "laptop"]);
});

test("a stricter sandbox needs no confirmation", async () => {
  const { id } = await createSession(service, { title: "Prune" });
  const change = await service.board.callUnconfirmed("PATCH", `/sessions/${id}/sandbox`, {
    sandbox: "strict",
  });
  expect(change.status).toBe(200);
});
