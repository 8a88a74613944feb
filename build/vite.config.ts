import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { licensePlugins } from "./licenses.mjs";
import { pageOperations } from "./page-operations.mjs";

const licenses = licensePlugins(fileURLToPath(new URL("..", import.meta.url)));

export default defineConfig({
  root: fileURLToPath(new URL("../renderer", import.meta.url)),
  base: "/",
  plugins: [react(), tailwindcss(), licenses.page, pageOperations()],
  // A worker fetches the grammar of a language when it is needed.
  worker: { format: "es", plugins: () => [licenses.worker] },
  build: {
    outDir: "../dist/renderer",
    emptyOutDir: true,
    sourcemap: false,
    // The board is served from this machine; splitting by size would gain nothing.
    chunkSizeWarningLimit: 4_000,
  },
});
