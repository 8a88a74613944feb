import { readFile, rename, writeFile } from "node:fs/promises";
import type { z } from "zod";

/** Returns null if the file is missing or invalid: remembered preferences never stop a start. */
export async function readStateFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.safeParse(JSON.parse(await readFile(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes a draft and renames it, so that a crash leaves the old state or the new one. */
export async function writeStateFile(file: string, state: unknown): Promise<void> {
  const draft = `${file}.part`;
  await writeFile(draft, JSON.stringify(state));
  await rename(draft, file);
}
