/**
 * Redoc for the page at /docs/api (server/http/api-docs.ts): one script, which only that page loads. It is shipped as it was
 * published, but for the picture that it would fetch from its makers' site.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const foreignPicture = "https://cdn.redoc.ly/redoc/logo-mini.svg";
/** Nothing to see, and nothing to fetch. */
const noPicture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** @param {string} published */
export function redocScript(published) {
  if (!published.includes(foreignPicture)) throw new Error(`Redoc no longer has ${foreignPicture}`);
  return published.replaceAll(foreignPicture, noPicture).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n");
}

/**
 * The folders of the packages that are in Redoc's script, as far as they are installed.
 * @param {string} root
 */
export function redocPackages(root) {
  const { sources } = JSON.parse(readFileSync(bundle(root, ".map"), "utf8"));
  const names = sources.flatMap((/** @type {string} */ source) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
    return name === undefined ? [] : [name];
  });
  return ["redoc", ...new Set(names)]
    .map((name) => join(root, "node_modules", name))
    .filter((folder) => existsSync(join(folder, "package.json")));
}

/** @param {string} root @param {string} [ending] */
const bundle = (root, ending = "") => join(root, `node_modules/redoc/bundles/redoc.standalone.js${ending}`);

/**
 * @param {string} root
 * @returns {import("vite").Plugin}
 */
export const apiDocs = (root) => ({
  name: "signalbox-api-docs",
  apply: "build",
  generateBundle() {
    const source = redocScript(readFileSync(bundle(root), "utf8"));
    this.emitFile({ type: "asset", name: "redoc.js", source });
  },
});
