import type { About } from "./model.ts";

/** Facts about this service. `startedAt` is epoch ms. */
export function aboutService(of: {
  version: string;
  dataFolder: string;
  startedAt: number;
  sqlite(): string;
}): () => About {
  const { node, electron, chrome, v8 } = process.versions;
  const runtime = [
    { name: "Node.js", version: node },
    ...(electron === undefined ? [] : [{ name: "Electron", version: electron }]),
    ...(chrome === undefined ? [] : [{ name: "Chromium", version: chrome }]),
    { name: "V8", version: v8 },
  ];
  return () => ({
    version: of.version,
    data_folder: of.dataFolder,
    platform: `${process.platform} ${process.arch}`,
    started_at: new Date(of.startedAt).toISOString(),
    runtime: [...runtime, { name: "SQLite", version: of.sqlite() }],
  });
}
