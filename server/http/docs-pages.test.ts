import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { makeTestFolder, type TestFolder } from "../../test/support/test-folder.ts";
import { serveApp } from "./app-test-bed.ts";
import { boardAuth } from "./board-auth.ts";

const asPage = { headers: { accept: "text/html" } };

async function serveDocs(folder: TestFolder, openTo: "nobody" | "machine" = "machine") {
  await mkdir(folder.at("board", "docs", "decisions"), { recursive: true });
  await writeFile(folder.at("board", "index.html"), "<head></head>the board");
  await writeFile(folder.at("board", "secret.html"), "not a page");
  for (const page of ["index", "catalog", "decisions/index", "decisions/0001-one"])
    await writeFile(folder.at("board", "docs", `${page}.html`), `<title>${page}</title>`);
  return serveApp({
    endpoints: [],
    board: { folder: folder.at("board"), lastEventId: () => "boot:7", callsTo: null },
    boardAuth: boardAuth({
      secret: "of this folder",
      openTo,
      browsers: { withCookie: () => null, fromPage: () => null },
    }),
  });
}

describe("the pages of the documentation", () => {
  it.each([
    ["/docs", "index"],
    ["/docs/", "index"],
    ["/docs/catalog", "catalog"],
    ["/docs/decisions", "decisions/index"],
    ["/docs/decisions/0001-one", "decisions/0001-one"],
  ])("has %s, without scripts", async (path, title) => {
    await using folder = await makeTestFolder();
    await using app = await serveDocs(folder);
    const { status, text, headers } = await app.send("GET", path, asPage);
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(text).toContain(`<title>${title}</title>`);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
  });

  it.each(["/docs/nothing", "/docs/decisions/nothing", "/docs/..%2fsecret", "/docs/a/b", "/docs/index.html"])(
    "has nothing at %s",
    async (path) => {
      await using folder = await makeTestFolder();
      await using app = await serveDocs(folder);
      expect((await app.send("GET", path, asPage)).text).not.toMatch(/<title>|not a page/);
    },
  );

  it("is for whoever may open the board", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveDocs(folder, "nobody");
    const { status, headers, text } = await app.send("GET", "/docs/catalog", asPage);
    expect([status, headers.location]).toEqual([303, "/sign-in?return_to=%2Fdocs%2Fcatalog"]);
    expect(text).not.toContain("<title>catalog");
  });

  it("is not sent to a program that asks for no page", async () => {
    await using folder = await makeTestFolder();
    await using app = await serveDocs(folder);
    expect((await app.send("GET", "/docs/catalog")).status).toBe(404);
  });
});
