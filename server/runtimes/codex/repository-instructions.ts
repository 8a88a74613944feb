import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readWithin } from "../../lib/read-within.ts";
import { writeInHome } from "../home-folder.ts";
import { instructionFiles } from "../instruction-files.ts";
import type { Workspace } from "../runtime.ts";
import { text } from "./text.ts";

/** In a folder that has both, the CLI reads the first alone. */
const names = ["AGENTS.override.md", "AGENTS.md"];
/** As much of a project's instructions as the CLI itself reads. */
const byteLimit = 32 * 1024;
/** Larger files are left out. */
const readLimit = 1024 * 1024;

/**
 * Gives the CLI the instructions of an untrusted repository, which it does not read there, as the ones in its home. Both
 * names are the service's: what an earlier turn's agent left under them is gone.
 */
export async function placeRepositoryInstructions(workspace: Workspace): Promise<void> {
  const [override, instructions] = names.map((name) => join(workspace.home, name)) as [string, string];
  await rm(override, { recursive: true, force: true });
  await rm(instructions, { recursive: true, force: true });
  if (workspace.repository.trusted) return;
  const folders = new Set<string>();
  const texts: string[] = [];
  for (const file of await instructionFiles(workspace, names)) {
    if (folders.has(dirname(file))) continue;
    folders.add(dirname(file));
    const bytes = await readWithin(dirname(file), basename(file), readLimit);
    if (bytes !== null) texts.push(Buffer.from(bytes).toString("utf8"));
  }
  if (texts.length === 0) return;
  const whole = Buffer.from(texts.join("\n\n")).subarray(0, byteLimit).toString("utf8");
  await writeInHome(workspace.home, instructions, whole);
}

/** Why the turn may not go on: the CLI changed the trust that its configuration states. Null if it did not. */
export async function trustProblem({ home, repository }: Workspace): Promise<string | null> {
  if (repository.trusted) return null;
  const config = await readFile(join(home, "config.toml"), "utf8");
  return /trust_level"?\s*=\s*["']trusted["']/.test(config) ? text.trustsByItself : null;
}
