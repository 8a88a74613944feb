import { join } from "node:path";
import { selfAdmission, selfTokens } from "../domains/surfaces/self-session/index.ts";
import {
  type GitPushService,
  gitPushRoutes,
  gitPushService,
  type PushTarget,
} from "../domains/workspace/pushes/index.ts";
import { programEnvironment } from "../domains/workspace/workspaces/index.ts";
import type { Endpoint } from "../http/mount.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** Takes agents' pushes over into repositories on this machine. */
export function composeGitPushes(
  { settings, environment, installation, database }: ComposeDeps,
  platform: Platform,
  { sessions, logs }: Pick<Core, "sessions" | "logs">,
): GitPushService {
  const { repositoryTrust, repositorySandboxes, sandboxes, diskSpace } = platform;

  /** Without a sandbox an agent can do what the owner can, so nothing is gained by refusing. */
  function target(sessionId: number): PushTarget | null {
    const session = sessions.byId(sessionId);
    const gitRoot = session?.gitRoot ?? null;
    if (session === undefined || gitRoot === null) return null;
    const plan = repositorySandboxes.plan(session);
    const { trusted } = repositoryTrust.of(gitRoot);
    if (plan.level === "off") return { gitRoot, refused: null };
    if (!trusted) return { gitRoot, refused: "not_trusted" };
    return { gitRoot, refused: sandboxes.granted(plan, trusted).includes("git") ? null : "not_granted" };
  }

  /** A push may outlive the database while the service stops. */
  const whileOpen =
    (write: typeof logs.note): typeof logs.note =>
    (...line) =>
      database.sql.open ? write(...line) : undefined;

  return gitPushService({
    folder: join(settings.dataFolder, "pushes"),
    dataFolder: settings.dataFolder,
    environment: programEnvironment(environment, {}),
    // Not the agents' own, by which strays of sessions are found.
    marker: `${installation.id}.pushes`,
    target,
    log: { note: whileOpen(logs.note), noteOnce: whileOpen(logs.noteOnce) },
    admit: diskSpace.admit,
  });
}

export const gitPushEndpoints = (
  { passes }: ComposeDeps,
  { sessions, gitPushes }: Pick<Core, "sessions"> & { gitPushes: GitPushService },
): Endpoint[] =>
  gitPushRoutes({
    pushes: gitPushes,
    admit: selfAdmission({ tokens: selfTokens(passes), sessionById: sessions.byId }),
  });
