/** Each language with its file extensions and the names used in Markdown fences. */
const languageNames = {
  astro: "astro",
  bat: "bat cmd",
  c: "c h",
  clojure: "clojure clj cljs cljc edn",
  cmake: "cmake",
  cpp: "cpp c++ cc cxx hpp hh hxx",
  csharp: "csharp cs c#",
  css: "css",
  dart: "dart",
  diff: "diff patch",
  docker: "docker dockerfile containerfile",
  dotenv: "dotenv env",
  elixir: "elixir ex exs",
  erlang: "erlang erl hrl",
  fish: "fish",
  fsharp: "fsharp fs fsx f#",
  go: "go golang",
  graphql: "graphql gql",
  groovy: "groovy gradle jenkinsfile",
  haskell: "haskell hs",
  hcl: "hcl",
  html: "html htm xhtml",
  ini: "ini cfg conf editorconfig gitconfig npmrc properties service",
  java: "java",
  javascript: "javascript js mjs cjs node",
  json: "json geojson webmanifest ipynb",
  json5: "json5",
  jsonc: "jsonc",
  jsonl: "jsonl ndjson",
  jsx: "jsx",
  julia: "julia jl",
  just: "just justfile",
  kotlin: "kotlin kt kts",
  less: "less",
  lua: "lua",
  make: "make makefile mk",
  markdown: "markdown md mkd",
  mdx: "mdx",
  nginx: "nginx",
  nix: "nix",
  "objective-c": "objective-c objc m",
  ocaml: "ocaml ml mli",
  perl: "perl pl pm",
  php: "php",
  postcss: "postcss pcss",
  powershell: "powershell ps1 psm1 pwsh",
  prisma: "prisma",
  proto: "proto protobuf",
  python: "python py pyi pyw python3",
  r: "r",
  ruby: "ruby rb rake gemspec gemfile rakefile",
  rust: "rust rs",
  sass: "sass",
  scala: "scala sc",
  scss: "scss",
  shellscript: "shellscript shell sh bash zsh ksh bashrc zshrc profile",
  shellsession: "shellsession console",
  solidity: "solidity sol",
  sql: "sql",
  svelte: "svelte",
  swift: "swift",
  terraform: "terraform tf tfvars",
  toml: "toml",
  tsx: "tsx",
  typescript: "typescript ts mts cts",
  vue: "vue",
  wgsl: "wgsl",
  xml: "xml svg xsd xsl plist csproj",
  yaml: "yaml yml",
  zig: "zig",
} as const;

export type Language = keyof typeof languageNames;

const byName = new Map(
  Object.entries(languageNames).flatMap(([language, names]) =>
    names.split(" ").map((name) => [name, language as Language] as const),
  ),
);

/** The language that a fence names. Returns null if it is not supported. */
export const fenceLanguage = (name: string): Language | null => byName.get(name.toLowerCase()) ?? null;

/** The language by file extension, or else by file name: `Makefile`, `Dockerfile.test`, `.bashrc`. */
export function fileLanguage(path: string): Language | null {
  const name = path.split(/[/\\]/).at(-1)?.toLowerCase() ?? "";
  if (name === "cmakelists.txt") return "cmake";
  const parts = name.split(".");
  const ending = parts.length > 1 ? byName.get(parts.at(-1) ?? "") : undefined;
  return ending ?? byName.get(parts.find((part) => part !== "") ?? "") ?? null;
}
