import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeTestFolder, type TestFolder } from "../../test/support/test-folder.ts";
import { serveApp } from "./app-test-bed.ts";
import { operation } from "./model.ts";
import { endpoints } from "./mount.ts";

const inline = "document.title = 'early'";
const html = `<!doctype html><head></head><script>${inline}</script><script type="module" src="/assets/app-1.js"></script>`;

const counts = endpoints(
  {
    counts: operation({
      id: "counts",
      method: "get",
      path: "/counts",
      summary: "Counts",
      callers: ["board"],
      response: z.object({ n: z.number() }),
    }),
  },
  { counts: () => ({ n: 1 }) },
);

async function serveBoard(folder: TestFolder) {
  await mkdir(folder.at("board", "assets"), { recursive: true });
  await writeFile(folder.at("board", "index.html"), html);
  await writeFile(folder.at("board", "assets", "app-1.js"), "export {};");
  await writeFile(folder.at("board", "icon.svg"), "<svg/>");
  await writeFile(folder.at("board", ".hidden"), "no");
  await writeFile(folder.at("secret.txt"), "outside");
  return serveApp({
    endpoints: counts,
    board: { folder: folder.at("board"), lastEventId: () => "boot:7", callsTo: "https://calls.test" },
  });
}

const asPage = { headers: { accept: "text/html" } };

describe("the board's page", () => {
  it.each(["/", "/index.html", "/sessions/12", "/sessions/a-slug-20260101-1200", "/settings"])(
    "is served at %s",
    async (path) => {
      await using folder = await makeTestFolder();
      await using app = await serveBoard(folder);
      const page = await app.send("GET", path, asPage);
      expect([page.status, page.text]).toEqual([
        200,
        html.replace("<head>", '<head><meta name="last-event-id" content="boot:7" />'),
      ]);
      expect(page.headers["cache-control"]).toBe("no-store");
    },
  );

  it("allows its own scripts, the inline one by its hash, and no framing", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const policy = String((await app.send("GET", "/", asPage)).headers["content-security-policy"]).split(
      "; ",
    );
    const hash = createHash("sha256").update(inline).digest("base64");
    expect(policy).toEqual(
      expect.arrayContaining([
        `script-src 'self' 'sha256-${hash}'`,
        "default-src 'self'",
        "connect-src 'self' https://calls.test",
        "frame-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(policy.find((rule) => rule.startsWith("script-src"))).not.toContain("unsafe");
  });

  it("may ask for the microphone, and no other page may", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const policyAt = async (path: string) =>
      (await app.send("GET", path, asPage)).headers["permissions-policy"];
    expect(await policyAt("/")).toBe("camera=(), geolocation=(), microphone=(self)");
    expect(await policyAt("/icon.svg")).toBe("camera=(), geolocation=(), microphone=()");
  });

  it("sets the cookie for the board's API", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const page = await app.send("GET", "/", asPage);
    const [cookie = ""] = page.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const [pair = ""] = cookie.split(";");
    expect((await app.send("GET", "/ui/v1/counts", { headers: { cookie: pair } })).status).toBe(200);
    expect((await app.send("GET", "/ui/v1/counts")).status).toBe(403);
    expect((await app.send("GET", "/api/v1/counts", { headers: { "x-api-key": "good" } })).status).toBe(404);
  });

  it.each([
    ["the API", "/api/v1/nothing", 401],
    ["the board's API", "/ui/v1/nothing", 404],
    ["the connection for agents", "/mcp", 401],
    ["what looks like a file", "/nothing.js", 404],
    ["a probe of the deployment", "/up/nothing", 404],
    ["well-known addresses", "/.well-known/nothing", 404],
  ])("is not served in place of %s", async (_title, path, status) => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const answer = await app.send("GET", path, asPage);
    expect([answer.status, answer.text.includes("<!doctype")]).toEqual([status, false]);
  });

  it.each(["/index.html", "/%69ndex.html", "/.%2findex.html", "/assets/..%2findex.html", "/index%2ehtml"])(
    "is not to be had as a file, past its door and without its policy: %s",
    async (path) => {
      await using folder = await makeTestFolder();
      await using app = await serveBoard(folder);
      const answer = await app.send("GET", path, { headers: { accept: "*/*" } });
      expect([answer.status, answer.text.includes("<!doctype")]).toEqual([404, false]);
    },
  );

  it("is served at the root to a program that accepts anything, such as curl, and nowhere else", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const anything = { headers: { accept: "*/*" } };
    expect((await app.send("GET", "/", anything)).text).toContain("<!doctype");
    expect((await app.send("GET", "/sessions/1", anything)).status).toBe(404);
  });

  it("answers HEAD like GET", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    expect((await app.send("HEAD", "/", asPage)).status).toBe(200);
  });

  it("is not served to a client that asks for JSON", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    expect((await app.send("GET", "/sessions/1", { headers: { accept: "application/json" } })).status).toBe(
      404,
    );
  });
});

describe("the board's files", () => {
  it("are cached forever if their name has a hash, otherwise for an hour", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const asset = await app.send("GET", "/assets/app-1.js");
    expect([asset.text, asset.headers["cache-control"]]).toEqual([
      "export {};",
      "public, max-age=31536000, immutable",
    ]);
    expect((await app.send("GET", "/icon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  it("are available only under their exact name", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    expect((await app.send("GET", "/%61ssets/app-1.js")).status).toBe(404);
    expect((await app.send("GET", "/.%2fassets/app-1.js")).status).toBe(404);
  });

  it.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/..%5csecret.txt",
    "/assets/..%00/secret.txt",
    "/.hidden",
    "/assets/",
    "/assets/app-2.js",
    "/index.html/../../secret.txt",
  ])("are limited to the folder: %s is 404", async (path) => {
    await using folder = await makeTestFolder();
    await using app = await serveBoard(folder);
    const answer = await app.send("GET", path);
    expect(answer.text).not.toContain("outside");
    expect(answer.status).toBe(404);
    expect(app.logged).toEqual([]);
  });

  it("do not exist if the board was not built", async () => {
    await using app = await serveApp();
    expect((await app.send("GET", "/", asPage)).status).toBe(404);
  });
});
