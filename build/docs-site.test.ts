import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../test/support/test-folder.ts";
import { docsPages, markdownFiles } from "./docs-site.mjs";

const root = join(import.meta.dirname, "..");

const linksOf = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href);

describe("the pages of docs/", () => {
  const pages = docsPages(root);
  const byAddress = new Map(pages.map(({ address, html }) => [address, html]));

  it("are one for each file", () => {
    expect(pages.length).toBe(markdownFiles(join(root, "docs")).length);
    expect(byAddress.size).toBe(pages.length);
    expect(byAddress.get("/docs/catalog")).toMatch(/^<title>Catalog · Signalbox<\/title>/);
  });

  it("link only to pages and headings that exist", () => {
    const served = ["/", "/docs/api"];
    const broken = pages.flatMap(({ address, html }) =>
      linksOf(html)
        .filter((href) => href.startsWith("/") || href.startsWith("#"))
        .filter((href) => {
          const [path = "", anchor] = href.split("#");
          const target = byAddress.get(path);
          if (target === undefined) return !served.includes(path);
          return anchor !== undefined && !target.includes(` id="${anchor}"`);
        })
        .map((href) => `${address}: ${href}`),
    );
    expect(broken).toEqual([]);
    expect(pages.flatMap(({ html }) => linksOf(html)).filter((href) => href.includes(".md"))).toEqual([]);
  });

  it("are all in the navigation, decisions on a page of their own", () => {
    const [navigation = ""] = /<nav.*?<\/nav>/s.exec(byAddress.get("/docs") ?? "") ?? [];
    const listed = linksOf(navigation);
    const wanted = [...byAddress.keys()].filter((address) => !/^\/docs(?:$|\/decisions\/)/.test(address));
    expect(listed.toSorted()).toEqual(wanted.toSorted());
  });

  it("have no scripts, and nothing in them is a tag that the text does not mean", () => {
    for (const { address, html } of pages) expect(html, address).not.toMatch(/<script| on\w+=|javascript:/i);
  });
});

/** Makes the pages of a folder with these files besides the first page. */
async function pagesOf(files: Readonly<Record<string, string>>) {
  await using folder = await makeTestFolder();
  await mkdir(folder.at("docs"));
  for (const [name, text] of Object.entries({ "README.md": "# Docs\n", ...files }))
    await writeFile(folder.at("docs", name), text);
  return docsPages(folder.path);
}

describe("a page", () => {
  it.each([
    ["a page that does not exist", "[x](gone.md)", "docs/page.md links to gone.md, which does not exist"],
    ["a heading that does not exist", "[x](README.md#gone)", "has no such heading"],
    ["a picture", "![x](x.png)", "pages of the docs have no pictures"],
  ])("is refused for %s", async (_title, text, problem) => {
    await expect(pagesOf({ "page.md": `# Page\n\n${text}\n` })).rejects.toThrow(problem);
  });

  it("escapes what looks like a tag, and has no link to a file without a page", async () => {
    const pages = await pagesOf({ "page.md": "# A <b>page</b>\n\n<script>x</script>\n\n[code](../docs)\n" });
    const { html } = pages.find(({ address }) => address === "/docs/page") ?? { html: "" };
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script>");
    expect(html).not.toContain(">code</a>");
  });
});
