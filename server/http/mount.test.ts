import { describe, expect, it } from "vitest";
import { z } from "zod";
import { serveApp } from "./app-test-bed.ts";
import { noContent, operation, plainText } from "./model.ts";
import { type Endpoint, endpoints, Reply } from "./mount.ts";

const lamp = z.object({ id: z.number().int(), colour: z.string() });

const operations = {
  read: operation({
    id: "readLamp",
    method: "get",
    path: "/lamps/{id}",
    summary: "Read",
    callers: ["api"],
    params: z.object({ id: z.string().regex(/^\d+$/, "The id is a number") }),
    query: z.object({
      colours: z.array(z.string()).optional(),
      dim: z.coerce.number<number>().int().optional(),
    }),
    response: z.object({ lamp, query: z.unknown() }),
    errors: [404],
  }),
  make: operation({
    id: "makeLamp",
    method: "post",
    path: "/lamps",
    summary: "Make",
    callers: ["api"],
    body: z.object({ colour: z.string().min(1, "A colour is needed"), size: z.number().optional() }),
    bodyLimit: 2_000,
    response: z.object({ lamp, actor: z.string() }),
    status: 201,
    otherStatuses: [200],
  }),
  drop: operation({
    id: "dropLamp",
    method: "delete",
    path: "/lamps/{id}",
    summary: "Drop",
    callers: ["api"],
    response: noContent,
    status: 204,
  }),
  up: operation({
    id: "up",
    method: "get",
    path: "/up",
    base: "root",
    summary: "Up",
    callers: ["anyone"],
    response: plainText,
  }),
  broken: operation({
    id: "broken",
    method: "get",
    path: "/broken/{how}",
    summary: "Breaks",
    callers: ["api"],
    params: z.object({ how: z.string() }),
    response: z.object({ lamp }),
  }),
};

function lampEndpoints(): Endpoint[] {
  const red = { id: 7, colour: "red" };
  return endpoints(operations, {
    read: ({ query }) => ({ lamp: red, query }),
    make: ({ body }, { actor }) => {
      const made = { lamp: { id: 8, colour: body.colour }, actor: actor.kind };
      return body.colour === "old" ? new Reply(200, made) : made;
    },
    drop: () => undefined,
    up: () => "up\n",
    broken: ({ params }) => {
      if (params.how === "answer") return { lamp: { id: 1.5, colour: "red" } };
      throw new Error("a secret of ours");
    },
  });
}

const withKey = { headers: { "x-api-key": "good" } };
const serve = () => serveApp({ endpoints: lampEndpoints() });

describe("an answer", () => {
  it("has the declared status, or that of the handler's reply", async () => {
    await using app = await serve();
    const made = await app.send("POST", "/api/v1/lamps", { ...withKey, body: { colour: "blue" } });
    expect([made.status, made.json()]).toEqual([201, { lamp: { id: 8, colour: "blue" }, actor: "api_key" }]);
    const old = await app.send("POST", "/api/v1/lamps", { ...withKey, body: { colour: "old" } });
    expect([old.status, old.json()]).toEqual([200, { lamp: { id: 8, colour: "old" }, actor: "api_key" }]);
  });

  it("may be empty or plain text", async () => {
    await using app = await serve();
    const dropped = await app.send("DELETE", "/api/v1/lamps/7", withKey);
    expect([dropped.status, dropped.text]).toEqual([204, ""]);
    const up = await app.send("GET", "/up");
    expect([up.status, up.text, up.headers["content-type"]]).toEqual([
      200,
      "up\n",
      "text/plain; charset=utf-8",
    ]);
  });

  it("is never cached, and does not reveal the framework", async () => {
    await using app = await serve();
    const { headers } = await app.send("GET", "/api/v1/lamps/7", withKey);
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  it("gets lists and numbers of the query as declared", async () => {
    await using app = await serve();
    const { text } = await app.send("GET", "/api/v1/lamps/7?colours[]=a&colours=b,c&dim=2&junk=1", withKey);
    expect(JSON.parse(text)).toMatchObject({ query: { colours: ["a", "b", "c"], dim: 2 } });
  });
});

describe("a refusal", () => {
  it.each([
    ["a body that is not JSON", "{", 422, "The body is not valid JSON"],
    ["a body that is a bare value", "7", 422, "The body is not valid JSON"],
    ["a body that is a list", [1], 422, "The input must be an object"],
    ["a missing field", {}, 422, /^colour is required/],
    ["a field with a rule of its own", { colour: "" }, 422, "colour: A colour is needed"],
    [
      "a body over the operation's limit",
      { colour: "x".repeat(3_000) },
      413,
      "The body is larger than 2000 bytes",
    ],
  ])("says what is wrong with %s, and nothing is logged", async (_title, body, status, message) => {
    await using app = await serve();
    const refused = await app.send("POST", "/api/v1/lamps", { ...withKey, body });
    const sentence = typeof message === "string" ? message : expect.stringMatching(message);
    expect([refused.status, refused.json()]).toEqual([
      status,
      expect.objectContaining({ message: sentence }),
    ]);
    expect(app.logged).toEqual([]);
  });

  it("lists everything that is wrong with a body", async () => {
    await using app = await serve();
    const refused = await app.send("POST", "/api/v1/lamps", { ...withKey, body: { colour: 1, size: "x" } });
    expect(refused.json()).toMatchObject({
      error: "Validation failed",
      messages: ["colour must be a text", "size must be a number"],
    });
  });

  it.each([
    ["plain text, as a form of a foreign page sends it", "text/plain"],
    ["a form", "application/x-www-form-urlencoded"],
    ["no type at all", ""],
  ])("is sent for a body declared as %s", async (_title, type) => {
    await using app = await serve();
    const headers = { ...withKey.headers, "content-type": type };
    const refused = await app.send("POST", "/api/v1/lamps", { headers, body: '{"colour":"red"}' });
    expect([refused.status, refused.json()]).toEqual([
      415,
      {
        error: "Unsupported Media Type",
        message: "Send the body as application/json",
        messages: ["Send the body as application/json"],
      },
    ]);
  });

  it("limits a body of unknown length", async () => {
    await using app = await serve();
    const headers = { ...withKey.headers, "transfer-encoding": "chunked" };
    const refused = await app.send("POST", "/api/v1/lamps", { headers, body: { colour: "x".repeat(3_000) } });
    expect(refused.status).toBe(413);
  });

  it.each([
    ["without the key", "POST", "/api/v1/lamps", "{", 401],
    ["without the key at an address that is none", "GET", "/api/v1/nothing", undefined, 401],
    ["without the key at another version", "GET", "/api/v9/lamps", undefined, 401],
    ["without the key at /mcp", "POST", "/mcp", "{}", 401],
    ["without the key by a method that is none", "PUT", "/api/v1/lamps", "{}", 401],
  ])("takes precedence %s", async (_title, method, path, body, status) => {
    await using app = await serve();
    const refused = await app.send(method, path, { ...(body !== undefined && { body }) });
    expect(refused.status).toBe(status);
  });

  it.each([
    ["an address that is none", "/api/v1/nothing"],
    ["one beside the API", "/nothing"],
  ])("is sent at %s", async (_title, path) => {
    await using app = await serve();
    const refused = await app.send("GET", path, withKey);
    expect([refused.status, refused.json()]).toEqual([404, expect.objectContaining({ error: "Not Found" })]);
  });

  it("reports a bug to the caller without details, which are in the log", async () => {
    await using app = await serve();
    const refused = await app.send("GET", "/api/v1/broken/throw", withKey);
    expect([refused.status, refused.text]).toEqual([500, expect.not.stringContaining("secret of ours")]);
    expect(app.logged).toEqual([
      expect.objectContaining({
        msg: "request failed",
        err: expect.objectContaining({ message: "a secret of ours" }),
      }),
    ]);
  });

  it("is sent for an answer that does not match its declaration, if answers are checked", async () => {
    await using app = await serve();
    expect((await app.send("GET", "/api/v1/broken/answer", withKey)).status).toBe(500);
  });

  it("is sent to a foreign host or page before the key is checked", async () => {
    await using app = await serve();
    const host = await app.send("GET", "/up", { headers: { host: "evil.example" } });
    const page = await app.send("GET", "/up", { headers: { origin: "https://evil.example" } });
    expect([host.status, page.status]).toEqual([403, 403]);
  });
});

describe("before", () => {
  it("answers from the unparsed body, after the credential", async () => {
    const seen: unknown[] = [];
    const endpoint = lampEndpoints().map((each) =>
      each.operation.id === "makeLamp"
        ? {
            ...each,
            before(body: unknown) {
              seen.push(body);
              return (body as { again?: boolean }).again
                ? new Reply(200, { lamp: { id: 1, colour: "again" }, actor: "-" })
                : undefined;
            },
          }
        : each,
    );
    await using app = await serveApp({ endpoints: endpoint });
    expect((await app.send("POST", "/api/v1/lamps", { body: { again: true } })).status).toBe(401);
    expect(seen).toEqual([]);
    const again = await app.send("POST", "/api/v1/lamps", { ...withKey, body: { again: true, colour: 5 } });
    expect([again.status, again.json()]).toEqual([200, { lamp: { id: 1, colour: "again" }, actor: "-" }]);
    expect((await app.send("POST", "/api/v1/lamps", { ...withKey, body: { colour: 5 } })).status).toBe(422);
  });
});
