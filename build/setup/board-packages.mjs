/**
 * The development packages that the board is built of and by. Those of the service are its dependencies. A test compares this
 * with what the sources use.
 */
export const boardPackages = [
  "@base-ui/react",
  "@dnd-kit/react",
  "@fontsource-variable/inter",
  "@fontsource-variable/jetbrains-mono",
  "@noble/hashes",
  "@shikijs/langs-precompiled",
  "@tailwindcss/vite",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "@vitejs/plugin-react",
  "anser",
  "class-variance-authority",
  "cmdk",
  "lucide-react",
  "marked",
  "react",
  "react-diff-view",
  "react-dom",
  "react-virtuoso",
  "redoc",
  "shiki",
  "sonner",
  "streamdown",
  "tailwindcss",
  "uplot",
  "vite",
  "zustand",
];
