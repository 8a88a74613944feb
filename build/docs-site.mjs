/**
 * The pages of docs/ as HTML, which the service shows at /docs (server/http/docs-pages.ts). Each file begins with its title;
 * the service adds the head with its style. docs/README.md is the first page, and its lists are the navigation of all.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked, Parser } from "marked";

/**
 * @typedef {object} DocsPage
 * @property {string} source relative to docs/, as catalog.md
 * @property {string} address as /docs/catalog
 * @property {string} file of the built page, as docs/catalog.html
 * @property {string} title
 * @property {ReadonlySet<string>} anchors the ids of its headings
 * @property {import("marked").TokensList} tokens
 */

const first = "README.md";

/** @param {string} folder @returns {string[]} the Markdown files in it, relative to it */
export function markdownFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md"))
    .sort();
}

/** @param {string} source */
const nameOf = (source) => source.replace(/(?:^|\/)README\.md$/, "").replace(/\.md$/, "");

/** @param {string} source */
const addressOf = (source) => posix.join("/docs", nameOf(source));

/** @param {string} source */
const fileOf = (source) =>
  posix.join("docs", source.replace(/README\.md$/, "index.md")).replace(/\.md$/, ".html");

/**
 * The id of a heading, as GitHub makes it.
 * @param {string} text
 */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** @param {import("marked").Token} token @returns {string} */
function plainText(token) {
  if ("tokens" in token && token.tokens) return token.tokens.map(plainText).join("");
  return "text" in token ? String(token.text) : "";
}

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** @param {string} root @returns {DocsPage[]} */
function readPages(root) {
  const marked = new Marked({ gfm: true });
  return markdownFiles(join(root, "docs")).map((source) => {
    const tokens = marked.lexer(readFileSync(join(root, "docs", source), "utf8"));
    const headings = tokens.filter((token) => token.type === "heading").map(plainText);
    const [title] = headings;
    if (title === undefined) throw new Error(`docs/${source} has no title`);
    const anchors = new Set(headings.map(anchorOf));
    return { source, address: addressOf(source), file: fileOf(source), title, anchors, tokens };
  });
}

/**
 * Where a link of a page leads on the site: an address, or null for a file of the repository, which has no page.
 * @param {string} href
 * @param {{ from: string, root: string, pages: ReadonlyMap<string, DocsPage> }} of
 */
function siteAddress(href, { from, root, pages }) {
  if (/^[a-z]+:/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? from : posix.join(posix.dirname(from), path);
  const page = pages.get(target) ?? pages.get(posix.join(target, first));
  if (page === undefined) {
    if (existsSync(join(root, "docs", target))) return null;
    throw new Error(`docs/${from} links to ${href}, which does not exist`);
  }
  if (anchor === undefined) return page.address;
  if (!page.anchors.has(anchor)) throw new Error(`docs/${from} links to ${href}, which has no such heading`);
  return `${page.address}#${anchor}`;
}

/**
 * @param {DocsPage} page
 * @param {{ root: string, pages: ReadonlyMap<string, DocsPage> }} site
 */
function renderer(page, site) {
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, ...heading }) {
        const id = anchorOf(plainText({ ...heading, tokens, depth }));
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = siteAddress(href, { from: page.source, ...site });
        if (address === null) return words;
        const elsewhere = /^[a-z]+:/.test(address) ? ' rel="noreferrer"' : "";
        return `<a href="${escaped(address)}"${elsewhere}>${words}</a>`;
      },
      image({ href }) {
        throw new Error(`docs/${page.source} shows ${href}: pages of the docs have no pictures`);
      },
      /** What looks like a tag in the text is text. */
      html({ text }) {
        return escaped(text);
      },
    },
  });
}

/**
 * @param {DocsPage} page
 * @param {{ root: string, pages: ReadonlyMap<string, DocsPage> }} site
 */
function bodyOf(page, site) {
  const { defaults } = renderer(page, site);
  return Parser.parse(page.tokens, defaults);
}

/**
 * The headings and links of the first page.
 * @param {DocsPage} home
 * @param {{ root: string, pages: ReadonlyMap<string, DocsPage> }} site
 */
function navigationOf(home, site) {
  /** @param {import("marked").Token} token @returns {string} */
  const entry = (token) => {
    if (token.type !== "link")
      return "tokens" in token && token.tokens ? token.tokens.map(entry).join("") : "";
    const address = siteAddress(token.href, { from: home.source, ...site });
    return `<li><a href="${escaped(address ?? "")}">${escaped(plainText(token))}</a></li>`;
  };
  return home.tokens
    .map((token) => {
      if (token.type === "heading" && token.depth === 2) return `<h2>${escaped(plainText(token))}</h2>`;
      return token.type === "list" ? `<ul>${token.items.map(entry).join("")}</ul>` : "";
    })
    .join("");
}

/** @param {string} navigation @param {string} address */
const marking = (navigation, address) =>
  navigation.replace(`href="${address}"`, `href="${address}" aria-current="page"`);

/**
 * Every page: the file to write, and its HTML.
 * @param {string} root
 * @returns {{ file: string, address: string, html: string }[]}
 */
export function docsPages(root) {
  const all = readPages(root);
  const site = { root, pages: new Map(all.map((page) => [page.source, page])) };
  const home = site.pages.get(first);
  if (home === undefined) throw new Error("docs/README.md is missing");
  const navigation = navigationOf(home, site);
  return all.map((page) => ({
    file: page.file,
    address: page.address,
    html: [
      `<title>${escaped(page.title)} · Signalbox</title>`,
      `<header><a href="/">Signalbox</a> <a href="/docs">Documentation</a></header>`,
      `<div class="pages"><nav aria-label="Pages">${marking(navigation, page.address)}</nav>`,
      `<main>${bodyOf(page, site)}</main></div>`,
      "",
    ].join("\n"),
  }));
}

/**
 * @param {string} root
 * @returns {import("vite").Plugin}
 */
export const docsSite = (root) => ({
  name: "signalbox-docs-site",
  apply: "build",
  generateBundle() {
    for (const { file, html } of docsPages(root))
      this.emitFile({ type: "asset", fileName: file, source: html });
  },
});
