import { lstat, realpath } from "node:fs/promises";
import type { Actor } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { CloneError, foreignFolder, git, localPath, programEnvironment } from "../workspaces/index.ts";
import { foreignOwnerRefusal } from "./errors.ts";
import { foldersAround, isOpenToAll, isOwnFolder } from "./folders.ts";
import type { ForeignRepository } from "./model.ts";
import { text } from "./text.ts";

export interface ForeignOwnerService {
  check(gitRoot: string): Promise<ForeignRepository>;
  /** Throws 403 for anyone but a person at the board, 409 if there is nothing to do or it is not safe. */
  read(gitRoot: string, actor: Actor): Promise<ForeignRepository>;
}

/** A repository has a top and a `.git`, and git may refuse each. */
const mostFolders = 3;

/** Repositories of other users, which the owner's git reads once their folders are in `safe.directory`. */
export function foreignOwnerService(deps: {
  environment: Readonly<Record<string, string | undefined>>;
  /** Why no clone of a repository on this machine may be made; null if it may. */
  rootProblem(gitRoot: string): Promise<string | null>;
  log: Pick<Logger, "info">;
  /** Who decides at a board that nobody signs in to. */
  ownerName(): string;
}): ForeignOwnerService {
  const environment = programEnvironment(deps.environment, {});

  /** What git does not read of it, in the ways that a session reads it. */
  async function refusedAt(path: string): Promise<string | null> {
    const ways = [
      () => git(["rev-parse", "--git-dir"], { cwd: path, environment }),
      () => git(["ls-remote", "--", path, "HEAD"], { environment }),
    ];
    for (const ask of ways) {
      const said = await ask().then(
        () => null,
        (error: unknown) => error,
      );
      const folder = said instanceof CloneError ? foreignFolder(said.message) : null;
      if (folder !== null) return folder;
    }
    return null;
  }

  async function problemOf(gitRoot: string, path: string, folder: string): Promise<string | null> {
    const root = await realpath(path).catch(unlessPassing(path));
    if (!isOwnFolder(folder, root)) return text.elsewhere(folder);
    for (const each of foldersAround(folder)) {
      const found = await lstat(each).catch(unlessPassing(null));
      const isAbove = each.length < folder.length;
      if (found?.isDirectory() === true && isOpenToAll(found.mode, isAbove)) return text.writable(each);
    }
    return deps.rootProblem(gitRoot);
  }

  async function check(gitRoot: string): Promise<ForeignRepository> {
    const path = localPath(gitRoot);
    const folder = path === null ? null : await refusedAt(path);
    if (path === null || folder === null) return { folder: null, problem: null };
    return { folder, problem: await problemOf(gitRoot, path, folder) };
  }

  return {
    check,

    async read(gitRoot, actor) {
      if (actor.kind !== "board") throw foreignOwnerRefusal("not_a_person");
      const by = actor.person?.name ?? deps.ownerName();
      let found = await check(gitRoot);
      if (found.folder === null) throw foreignOwnerRefusal("not_foreign");
      for (let added = 0; found.folder !== null; added += 1) {
        const problem = added < mostFolders ? found.problem : text.stillRefused;
        if (problem !== null) throw foreignOwnerRefusal("not_safe", { problem });
        await git(["config", "--global", "--add", "safe.directory", found.folder], { environment });
        deps.log.info(text.log(by, found.folder));
        found = await check(gitRoot);
      }
      return found;
    },
  };
}
