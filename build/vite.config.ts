import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiDocs, redocPackages } from "./api-docs.mjs";
import { docsSite } from "./docs-site.mjs";
import { licensePlugins } from "./licenses.mjs";
import { offlineFileList } from "./offline-files.mjs";
import { pageOperations } from "./page-operations.mjs";
import { pagePreloads } from "./page-preloads.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const licenses = licensePlugins(root, redocPackages(root));

export default defineConfig({
  root: fileURLToPath(new URL("../renderer", import.meta.url)),
  base: "/",
  plugins: [
    react(),
    tailwindcss(),
    licenses.page,
    pageOperations(),
    pagePreloads(),
    apiDocs(root),
    docsSite(root),
    offlineFileList(),
  ],
  // A worker fetches the grammar of a language when it is needed.
  worker: { format: "es", plugins: () => [licenses.worker] },
  build: {
    outDir: "../dist/renderer",
    emptyOutDir: true,
    sourcemap: false,
    // The board is served from this machine; splitting by size would gain nothing.
    chunkSizeWarningLimit: 4_000,
    // Inline, every page would load the font of an alphabet that it may not show.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Few files instead of a hundred: each costs a browser some milliseconds, also from its cache.
            { name: "start", tags: ["$initial"] },
            { name: "common", minShareCount: 4 },
          ],
        },
      },
    },
  },
});
