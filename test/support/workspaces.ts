import { changeService } from "../../server/domains/review/changes/index.ts";
import { workspaceService } from "../../server/domains/workspace/workspaces/index.ts";
import { noCliFolders } from "../../server/lib/sandbox/index.ts";
import { gitSandboxOf } from "./git-sandbox.ts";
import type { TestFolder } from "./test-folder.ts";

/** What makes, compares and archives clones, in a folder of the test, without a service around it. */
export function openWorkspaces(folder: TestFolder) {
  const workspaces = workspaceService({
    folders: {
      clones: folder.at("clones"),
      homes: folder.at("homes"),
      scratch: folder.at("scratch"),
      attachments: folder.at("attachments"),
      archivedClones: folder.at("archived"),
      sandboxes: folder.at("sandboxes"),
      gitFolders: folder.at("git"),
    },
    environment: { PATH: process.env["PATH"], HOME: folder.at("home") },
    installation: "odd",
    sessionEnvironment: () => ({}),
    localWays: () => [],
    pushAddress: (id) => ({ url: `http://127.0.0.1:3000/git/${id}`, authorization: "Bearer x" }),
    gitSandbox: gitSandboxOf(folder.path),
    sandboxes: {
      room: (_level, reach) => ({ ...reach, dataFolder: folder.path, grants: [], clis: noCliFolders }),
    },
    cloneSilenceMs: 60_000,
  });
  const changes = changeService({
    find: (clonePath) => ({ clonePath, branch: "main" }),
    compare: workspaces.compare,
    redact: (text) => text,
  });
  return { workspaces, changes };
}
