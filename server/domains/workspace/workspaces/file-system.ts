import { chmod, lstat, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * What git finds out about the disk when it makes a repository, as settings: whether names differ by case, whether files have
 * an executable bit, whether there are links. Read from a folder of ours on the same disk, as an agent could hide its changes
 * by claiming otherwise in its clone.
 */
export async function fileSystemSettings(folder: string): Promise<string[]> {
  const [file, link] = [join(folder, "probe"), join(folder, "link")];
  await writeFile(file, "", { mode: 0o600 });
  const [sameInCapitals, executable, links] = await Promise.all([
    lstat(join(folder, "PROBE")).then(
      () => true,
      () => false,
    ),
    chmod(file, 0o700).then(async () => ((await lstat(file)).mode & 0o100) !== 0),
    symlink("probe", link).then(
      () => true,
      () => false,
    ),
  ]);
  await Promise.all([file, link].map((each) => rm(each, { force: true })));
  return [`ignorecase = ${sameInCapitals}`, `filemode = ${executable}`, `symlinks = ${links}`];
}
