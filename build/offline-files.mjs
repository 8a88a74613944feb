/**
 * Lists the files of the app that the service worker (renderer/public/sw.js) keeps, so that a page can be opened while the
 * service is away. The grammars of the highlighter are left out: they are most of the bytes, and code is readable without.
 */

/** @typedef {import("vite").Rolldown.OutputBundle} Bundle */

/** @param {Bundle} bundle */
export function offlineFiles(bundle) {
  const files = Object.values(bundle).filter(
    (file) => file.type === "chunk" || file.fileName.endsWith(".css"),
  );
  return files.map(({ fileName }) => `/${fileName}`).toSorted();
}

/** @returns {import("vite").Plugin} */
export const offlineFileList = () => ({
  name: "signalbox-offline-files",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const source = JSON.stringify({ files: offlineFiles(bundle) });
      this.emitFile({ type: "asset", fileName: "offline-files.json", source });
    },
  },
});
