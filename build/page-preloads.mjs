/**
 * Lets a browser fetch a page's code at once, beside the code that every page begins with, and the font of its text; and
 * what a session's page shows first. Otherwise it learns of them only when that code has run. Pages by their address; the
 * script is small and inline, and the service allows it by its hash.
 */
import { signerScript } from "../server/domains/access/page-keys/signer-script.ts";

/** @typedef {import("vite").Rolldown.OutputBundle} Bundle */

/** Where a page's component is, and a regular expression of its addresses. */
const pages = [
  { source: "features/session/SessionPage.tsx", at: String.raw`^/sessions/\d` },
  { source: "features/board/Board.tsx", at: "^/$" },
];

/** @returns {import("vite").Plugin} */
export const pagePreloads = () => ({
  name: "signalbox-page-preloads",
  generateBundle() {
    // For the service worker, which cannot read the page.
    this.emitFile({ type: "asset", fileName: "page-signer.js", source: signerScript });
  },
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) => withSigner(bundle ? withPreloads(html, bundle) : html),
  },
});

/**
 * The script comes before the styles, since a browser runs it only when those above it have loaded.
 * @param {string} html
 * @param {Bundle} bundle
 */
export function withPreloads(html, bundle) {
  if (!html.includes("<title>")) throw new Error("The page has no title to put its preloads before");
  return html.replace(
    "<title>",
    () => `${fontPreload(bundle)}\n    <script>${preloadScript(bundle)}</script>\n    <title>`,
  );
}

/**
 * Signs the page's requests, also those that are sent before the code of the app is there.
 * @param {string} html
 */
const withSigner = (html) =>
  html.replace(/<script|<title>/, (first) => `<script>${signerScript}</script>\n    ${first}`);

/**
 * The letters of every page; those of other alphabets, and of code, are fetched when they are first shown.
 * @param {Bundle} bundle
 */
function fontPreload(bundle) {
  const font = Object.keys(bundle).find((name) => /(?:^|\/)inter-latin-wght-normal[\w-]*\.woff2$/.test(name));
  if (!font) throw new Error("The build has no font to preload");
  return `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
}

/** @param {Bundle} bundle */
function preloadScript(bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const first = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => withImports(bundle, chunk.fileName)),
  );
  const found = pages.map(({ source, at }) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
    if (!chunk) throw new Error(`The build has no chunk with ${source}`);
    return [at, withImports(bundle, chunk.fileName).filter((file) => !first.has(file))];
  });
  return [
    `for (const [at, files] of ${JSON.stringify(found)})`,
    "if (new RegExp(at).test(location.pathname)) for (const file of files)",
    'document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/" + file }));',
    earlyReads,
  ].join(" ");
}

/** Taken by renderer/lib/early-reads.ts, which asks for the same URLs. */
const earlyReads = `{
const session = /^\\/sessions\\/(\\d+)$/.exec(location.pathname)?.[1];
const read = (url) => {
  const answer = signalboxSigner.headers("GET", url)
    .then((signed) => fetch(url, { credentials: "same-origin", headers: { accept: "application/json", ...signed } }));
  answer.catch(() => {});
  return [url, answer];
};
if (session) {
  const at = "/ui/v1/sessions/" + session;
  window.signalboxEarlyReads = new Map([at, at + "/timeline?limit=100"].map(read));
}
}`;

/**
 * A chunk with everything that it imports before it runs.
 * @param {Bundle} bundle
 * @param {string} name
 * @param {Set<string>} found
 * @returns {string[]}
 */
function withImports(bundle, name, found = new Set()) {
  if (found.has(name)) return [];
  found.add(name);
  const chunk = bundle[name];
  const imports = chunk?.type === "chunk" ? chunk.imports : [];
  for (const next of imports) withImports(bundle, next, found);
  return [...found];
}
