import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { expectRefused } from "../support/expect-refused.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import { clonedSession, createSession, heldSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Answered {
  session: Session;
  error?: string;
  messages?: string[];
  oauth_required?: boolean;
  oauth_required_servers?: { server_name: string; server_url: string }[];
}

const portal = { server_name: "portal", server_url: "https://portal.demo.invalid/mcp" };

let service: TestService;
let data: ServiceDatabase;
let catalog: string;
let git_root: string;

beforeAll(async () => {
  catalog = await makeCatalog();
  service = await startTestService({ environment: { SERVICE_CATALOG: join(catalog, "air.json") } });
  data = openServiceDatabase(service);
  git_root = await service.repository();
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await rm(catalog, { recursive: true });
});

/** The demo catalog with a server that a person signs in to, and a plugin that includes it. */
async function makeCatalog(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-catalog-"));
  await cp(join(import.meta.dirname, "../support/catalog"), folder, { recursive: true });
  await extend(join(folder, "mcp.json"), {
    portal: {
      type: "streamable-http",
      title: "Portal",
      description: "Behind a sign-in.",
      url: portal.server_url,
      oauth: { scopes: ["read"] },
    },
  });
  await extend(join(folder, "plugins.json"), {
    "portal-kit": { title: "Portal kit", description: "Brings the portal.", mcp_servers: ["portal"] },
  });
  return folder;
}

async function extend(path: string, more: Record<string, unknown>): Promise<void> {
  const known = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
  await writeFile(path, JSON.stringify({ ...known, ...more }));
}

const make = (body: Record<string, unknown> = {}) => createSession(service, { git_root, ...body });
const patch = (id: number, list: string, body: unknown) =>
  service.call<Answered>("PATCH", `/sessions/${id}/${list}`, body);

const lists = [
  ["mcp_servers", "servers", ["ledger", "clock"], 50],
  ["catalog_skills", "skills", ["seed-shop", "tidy-diff"], 100],
  ["catalog_hooks", "hooks", ["note-start"], 100],
  ["catalog_plugins", "plugins", ["review-kit"], 50],
] as const;

describe("the lists of a session's skills, servers, hooks and plugins", () => {
  proves(
    "E24",
    "E25",
    "E26",
    "E27",
    "R81",
  )("are replaced, echoed as they were sent, and cleared by an empty list", async () => {
    const { id } = await make();
    for (const [name, , wanted] of lists) {
      const { status, body } = await patch(id, name, { [name]: wanted });
      expect(status, name).toBe(200);
      expect(body.session[name]).toEqual(wanted);
      expect((await sessionOf(service, id))[name]).toEqual(wanted);
    }
    expect((await sessionOf(service, id)).all_mcp_servers).toEqual(
      expect.arrayContaining(["ledger", "clock"]),
    );
    const twice = await patch(id, "mcp_servers", { mcp_servers: ["clock", "clock"] });
    expect(twice.body.session.mcp_servers).toEqual(["clock", "clock"]);
    expect(twice.body.session.all_mcp_servers.filter((name) => name === "clock")).toHaveLength(1);
    for (const [name] of lists) {
      expect((await patch(id, name, { [name]: [] })).body.session[name], name).toEqual([]);
    }
    expect(
      data.sql.prepare("SELECT mcp_servers_chosen AS chosen FROM sessions WHERE id = ?").get(id),
    ).toEqual({
      chosen: 1,
    });
  });

  proves(
    "E24",
    "E25",
    "E26",
    "E27",
    "R32",
  )("are refused if the catalog lacks a name, if they are too long, and if they are not lists", async () => {
    const { id } = await make();
    for (const [name, noun, [known], limit] of lists) {
      await expectRefused({ service, data }, { id, property: name }, [
        [{ [name]: [known, "no-such-thing"] }, `Invalid ${noun}`],
        [{ [name]: Array.from({ length: limit + 1 }, () => known) }, `Too many ${noun}`],
        [{ [name]: known }, "Validation failed"],
        [{ [name]: null }, "Validation failed"],
        [{ [name]: [7] }, "Validation failed"],
        [{}, "Validation failed"],
      ]);
      const { body } = await patch(id, name, { [name]: [known, "no-such-thing"] });
      expect(body.messages?.join()).toContain('"no-such-thing"');
    }
  });

  proves("R81")("do not affect a running process", async () => {
    const { session, release } = await heldSession(service);
    const { body } = await patch(session.id, "catalog_skills", { catalog_skills: ["tidy-diff"] });
    expect(body.session).toMatchObject({ status: "running", catalog_skills: ["tidy-diff"] });
    await release();
    await service.waitFor(session.id, atRest);
  });
});

describe("a server that a person must sign in to", () => {
  proves("R65", "E24")("parks an idle session until its list needs no sign-in", async () => {
    const { id } = await clonedSession(service, { git_root });
    const { body } = await patch(id, "mcp_servers", { mcp_servers: ["portal"] });
    expect(body).toMatchObject({
      oauth_required: true,
      oauth_required_servers: [portal],
      session: { status: "waiting", failure_reason: "oauth_required", mcp_servers: ["portal"] },
    });
    const again = await patch(id, "mcp_servers", { mcp_servers: [] });
    expect(again.body).toMatchObject({
      oauth_required: false,
      oauth_required_servers: [],
      session: { status: "needs_input", failure_reason: null },
    });
  });

  proves(
    "R65",
    "E27",
    "R17",
  )("can come with a plugin", async () => {
    const { id } = await make();
    const { body } = await patch(id, "catalog_plugins", { catalog_plugins: ["portal-kit"] });
    expect(body).toMatchObject({
      oauth_required: true,
      oauth_required_servers: [portal],
      session: { failure_reason: "oauth_required", mcp_servers: [] },
    });
    expect(body.session.all_mcp_servers).toContain("portal");
    const freed = await patch(id, "catalog_plugins", { catalog_plugins: [] });
    expect(freed.body.session).toMatchObject({ status: "waiting", failure_reason: null });
  });

  proves("R65")("lets a running turn continue, and parks the next one with its prompt", async () => {
    const { session, release } = await heldSession(service);
    const { body } = await patch(session.id, "mcp_servers", { mcp_servers: ["portal"] });
    expect(body).toMatchObject({
      oauth_required: true,
      session: { status: "running", failure_reason: null },
    });
    await release();
    await service.waitFor(session.id, atRest);
    await service.call("POST", `/sessions/${session.id}/follow_up`, { prompt: "#script say Went on." });
    const parked = await service.waitFor(session.id, (now) => now.failure_reason === "oauth_required");
    expect(parked).toMatchObject({ status: "waiting", job_id: null, running_job_id: null });
    await patch(session.id, "mcp_servers", { mcp_servers: [] });
    await service.waitFor(session.id, atRest);
    expect(await transcriptOf(service, session.id)).toContain("Went on.");
  });

  proves(
    "E11",
    "R60",
    "R65",
    "R81",
  )("parks the session again when it comes out of the trash, unless its list was changed there", async () => {
    const { id } = await clonedSession(service, { git_root });
    const archive = async () =>
      expect((await service.call("POST", `/sessions/${id}/archive`)).status).toBe(200);
    const back = async () => (await service.call<Answered>("POST", `/sessions/${id}/unarchive`)).body.session;
    await patch(id, "mcp_servers", { mcp_servers: ["portal"] });
    await archive();
    expect(await back()).toMatchObject({ status: "waiting", failure_reason: "oauth_required" });
    await archive();
    await patch(id, "mcp_servers", { mcp_servers: [] });
    expect(await back()).toMatchObject({ status: "needs_input", failure_reason: null, failure_detail: null });
  });

  proves("R65")("parks the first turn of a session that was created with it", async () => {
    const { id } = await make({ prompt: "#script say Began.", mcp_servers: ["portal"] });
    await service.waitFor(id, (now) => now.failure_reason === "oauth_required");
    expect((await patch(id, "mcp_servers", { mcp_servers: [] })).body.session.failure_reason).toBeNull();
    await service.waitFor(id, atRest);
    expect(await transcriptOf(service, id)).toContain("Began.");
  });
});
