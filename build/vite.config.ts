import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL("../renderer", import.meta.url)),
  base: "/",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../dist/renderer",
    emptyOutDir: true,
    sourcemap: false,
    // The board is served from this machine; splitting by size would gain nothing.
    chunkSizeWarningLimit: 4_000,
  },
});
