import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";

/**
 * Copies a folder with everything in it, as copy-on-write if the file system can. Names are bytes, as on the disk: Node's `cp`
 * finds no file whose name is not UTF-8. Sockets and pipes belong to a process and are left out.
 */
export async function copyTree(
  from: Buffer,
  to: Buffer,
  isWanted: (path: Buffer) => Promise<boolean>,
): Promise<void> {
  const { mode } = await lstat(from);
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true, encoding: "buffer" })) {
    const [source, target] = [from, to].map((folder) => Buffer.concat([folder, slash, entry.name]));
    if (!source || !target || !(await isWanted(source))) continue;
    if (entry.isDirectory()) await copyTree(source, target, isWanted);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source, "buffer"), target);
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
  await chmod(to, mode & 0o7777);
}

const slash = Buffer.from("/");
