import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { proves } from "./proves.ts";

type Element = Record<string, unknown>;

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService({
    environment: {
      SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json"),
      LEDGER_TOKEN: "ledger-token-4711",
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

async function read(name: string): Promise<Element[]> {
  const { status, body } = await service.call("GET", `/${name}`);
  expect([status, Object.keys(body)]).toEqual([200, [name]]);
  expect((await service.board.call("GET", `/${name}`)).body).toEqual(body);
  return body[name] as Element[];
}

const keys = (elements: Element[]): string[] => [...new Set(elements.flatMap(Object.keys))].toSorted();
const named = (elements: Element[], name: string) => elements.find((element) => element["name"] === name);

describe("the catalog", () => {
  proves(
    "E156",
    "R207",
    "R208",
    "X15",
  )("lists its servers, and why one cannot start", async () => {
    const servers = await read("mcp_servers");
    expect(named(servers, "ledger")).toEqual({
      name: "ledger",
      title: "Ledger",
      scope: null,
      description: expect.any(String),
      unavailable: false,
      unavailable_reason: null,
      startup_timeout_sec: 20,
    });
    expect(named(servers, "old-mailer")).toMatchObject({
      unavailable: true,
      unavailable_reason: expect.stringContaining("Switched off"),
    });
  });

  proves(
    "E157",
    "E158",
    "R208",
    "X15",
  )("lists its skills and hooks", async () => {
    for (const name of ["skills", "hooks"]) {
      const elements = await read(name);
      expect(keys(elements)).toEqual(["description", "id", "name", "qualified_name", "title"]);
      for (const element of elements) expect(element["qualified_name"]).toBeNull();
    }
    expect((await read("skills")).map(({ id }) => id)).toEqual(
      expect.arrayContaining(["tidy-diff", "seed-shop"]),
    );
  });

  proves("E159", "X15")("lists its plugins with what they bring", async () => {
    expect(named(await read("plugins"), "review-kit")).toMatchObject({
      id: "review-kit",
      version: "0.1.0",
      skills: ["tidy-diff"],
      mcp_servers: ["ledger"],
      hooks: ["note-start"],
      keywords: ["review"],
    });
  });

  proves("E160", "X15")("has no models besides the built-in ones", async () => {
    expect(await read("model_catalog_entries")).toEqual([]);
  });
});

describe("the names of secrets", () => {
  proves("E161", "R211")("are listed with what uses them, and never with a value", async () => {
    const { status, body } = await service.call<{ secrets: Element[] }>("GET", "/api/secrets/keys");
    expect(status).toBe(200);
    expect(keys(body.secrets)).toEqual(["description", "name"]);
    expect(named(body.secrets, "LEDGER_TOKEN")).toMatchObject({
      description: expect.stringContaining('MCP server "ledger"'),
    });
    expect(JSON.stringify(body)).not.toContain("ledger-token-4711");
  });

  proves("E161", "R117")("need a key", async () => {
    for (const options of [{ key: null }, { key: "no-such-key" }])
      expect((await service.call("GET", "/api/secrets/keys", undefined, options)).status).toBe(401);
    const asBoard = { key: null, headers: service.board.headers };
    expect((await service.call("GET", "/api/secrets/keys", undefined, asBoard)).status).toBe(401);
  });
});
