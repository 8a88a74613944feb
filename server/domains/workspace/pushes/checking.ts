import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OwnerRepository } from "../workspaces/index.ts";
import { gitSentence } from "../workspaces/index.ts";
import { runGit } from "./receive-pack.ts";
import type { RequestHead } from "./request-head.ts";
import { mostMegabytes, openFrom } from "./spool.ts";
import { text } from "./text.ts";

/**
 * Unpacks what was pushed into a bare repository of the service, which no agent sees, and checks each object, before anything
 * reaches the owner's repository. What is there already is borrowed. Returns git's sentence if it is not sound.
 */
export async function checkPack(of: {
  request: string;
  head: RequestHead;
  repository: OwnerRepository;
  /** Where the bare repository is made. */
  folder: string;
  environment: Readonly<Record<string, string>>;
}): Promise<string | null> {
  const { request, head, repository, folder, environment } = of;
  if ((await stat(request)).size === head.length) return null; // Only refs are deleted, or lead to what is there.
  await makeBareRepository(folder, { repository, isSha256: head.updates[0]?.after.length === 64 });
  await using input = await openFrom(request, head.length);
  const limit = `--max-input-size=${mostMegabytes * 1024 * 1024}`;
  const args = ["--git-dir", folder, "index-pack", "--stdin", "--fix-thin", "--strict", limit];
  const { ok, said } = await runGit({ args, environment, input: input.fd });
  return ok ? null : gitSentence(said) || text.notTaken;
}

async function makeBareRepository(
  folder: string,
  { repository, isSha256 }: { repository: OwnerRepository; isSha256: boolean },
): Promise<void> {
  await mkdir(join(folder, "objects", "info"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "refs"));
  const format = isSha256 ? "\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n" : "";
  await writeFile(join(folder, "config"), `[core]\n\tbare = true\n${format}`);
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(
    join(folder, "objects", "info", "alternates"),
    `${join(repository.commonFolder, "objects")}\n`,
  );
}
