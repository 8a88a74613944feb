import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { licences } from "./licences.mjs";
import { pageOperations } from "./page-operations.mjs";

const licencesOf = licences(fileURLToPath(new URL("..", import.meta.url)));

export default defineConfig({
  root: fileURLToPath(new URL("../renderer", import.meta.url)),
  base: "/",
  plugins: [react(), tailwindcss(), licencesOf.page, pageOperations()],
  // A worker fetches the grammar of a language when it is asked for it.
  worker: { format: "es", plugins: () => [licencesOf.worker] },
  build: {
    outDir: "../dist/renderer",
    emptyOutDir: true,
    sourcemap: false,
    // The board is served from this machine; splitting by size would gain nothing.
    chunkSizeWarningLimit: 4_000,
  },
});
