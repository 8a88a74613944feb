/** Installs the peers from the npm registry at pinned versions. Their folder is kept, because it takes minutes and 1.7 GB. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, sep } from "node:path";

export const versions = { cloudcli: "1.37.3", opencode: "1.18.33" };

const packages = { "@cloudcli-ai/cloudcli": versions.cloudcli, "opencode-ai": versions.opencode };
/** Packages whose install scripts build or place a binary; newer npm runs only those that are named. */
export const withInstallScripts = [
  "better-sqlite3",
  "bcrypt",
  "node-pty",
  "opencode-ai",
  "@cloudcli-ai/cloudcli",
];

const folder = join(import.meta.dirname, "../../../node_modules/.cache/signalbox-bench-peers");

/** The folder of the installed commands. */
export const commands = join(folder, "node_modules", ".bin");

/** The search path of a person, who has not the commands of this project on it. The peers run by the Node found there. */
export const personsPath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((entry) => !entry.split(sep).includes("node_modules"))
  .join(delimiter);

/** Returns null, or why the peers cannot be installed. */
export async function installPeers(): Promise<string | null> {
  const wanted = `${JSON.stringify(
    {
      private: true,
      dependencies: packages,
      allowScripts: Object.fromEntries(withInstallScripts.map((name) => [name, true])),
    },
    null,
    2,
  )}\n`;
  const marker = join(folder, "installed.json");
  if ((await readFile(marker, "utf8").catch(() => null)) === wanted) return null;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), wanted);
  const problem = await npmInstall();
  if (problem === null) await writeFile(marker, wanted);
  return problem;
}

async function npmInstall(): Promise<string | null> {
  const npm = spawn("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], {
    cwd: folder,
    env: { ...process.env, PATH: personsPath },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  npm.stderr.setEncoding("utf8").on("data", (text: string) => (complaints = (complaints + text).slice(-500)));
  const code: number | null = await once(npm, "close").then(
    ([ended]) => ended as number | null,
    () => 127,
  );
  return code === 0 ? null : `npm could not install the peers: ${complaints.trim()}`;
}
