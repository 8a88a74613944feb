import { join } from "node:path";
import type { Host, HostProcess } from "../host.ts";

export interface ShellPaths {
  /** Remembered preferences: the window's position, the port. */
  userData: string;
  dataFolder: string;
  logFolder: string;
  preload: string;
  icons: string;
  /** The built entry point of the service. */
  serviceModule: string;
  rendererFolder: string;
  /** What runs pi in a packaged app, where Electron cannot replace Node. Null in a checkout. */
  packaged: { node: string | null; pi: string } | null;
}

const piCommand = "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js";

/** The shell is read from the archive; what the service and its children read is unpacked beside it. */
export function shellPaths({ electron: { app }, process }: Host): ShellPaths {
  const shell = app.getAppPath();
  const real = app.isPackaged ? join(process.resourcesPath, "app.asar.unpacked") : shell;
  return {
    userData: app.getPath("userData"),
    dataFolder: join(app.getPath("userData"), "data"),
    logFolder: app.getPath("logs"),
    preload: join(shell, "dist/main/preload.cjs"),
    icons: join(shell, "build/icons"),
    serviceModule: join(real, "dist/server/index.js"),
    rendererFolder: join(real, "dist/renderer"),
    packaged: app.isPackaged ? { node: packagedNode(process), pi: join(real, piCommand) } : null,
  };
}

/** No Node is packaged for macOS, where the service finds one on PATH. */
function packagedNode({ platform, resourcesPath }: HostProcess): string | null {
  if (platform === "darwin") return null;
  return join(resourcesPath, "node", platform === "win32" ? "node.exe" : "node");
}
