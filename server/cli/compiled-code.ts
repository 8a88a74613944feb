import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** Beside the packages: a folder that others can write to, such as the system's default, could hold foreign code. */
const folder = join(import.meta.dirname, "../../node_modules/.cache/signalbox");

/** Keeps stripped types and compiled code for the next start. Called before anything large is imported. */
export function keepCompiledCode(): void {
  enableCompileCache(process.env["NODE_COMPILE_CACHE"] ?? folder);
  // Both were meant for this process, not for agents and their tools.
  delete process.env["NODE_COMPILE_CACHE"];
  delete process.env["MALLOC_MMAP_THRESHOLD_"];
}
