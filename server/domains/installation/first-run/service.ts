import { join } from "node:path";
import type { Actor } from "../../../http/caller.ts";
import type { Owner } from "../../access/identity/model.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import { CloneError } from "../../workspace/workspaces/index.ts";
import { firstRunRefusal } from "./errors.ts";
import type { FirstRunState } from "./model.ts";
import { ensureRepository } from "./repository.ts";

/** The prompt and the repository of the demo. */
interface Demonstration {
  prompt: string;
  files: Readonly<Record<string, string>>;
}

export type FirstRunService = ReturnType<typeof firstRunService>;

/** The way from an empty service to a running session. */
export function firstRunService(deps: {
  dataFolder: string;
  sessions: Pick<SessionService, "create" | "hasAny">;
  owner(): Owner;
  runtimes: readonly { id: string; demoModel?: string }[];
  /** Loaded on first use, so that an idle service does not keep it in memory. */
  demonstration(): Promise<Demonstration>;
  git(args: readonly string[], cwd: string): Promise<unknown>;
}) {
  const runtime = deps.runtimes.find(({ demoModel }) => demoModel !== undefined);
  const folder = join(deps.dataFolder, "demo", "greeter");
  let making: Promise<void> | undefined;

  /** Concurrent calls share one creation. */
  function makeRepository(files: Demonstration["files"]): Promise<void> {
    making ??= ensureRepository(folder, { files, git: deps.git }).finally(() => {
      making = undefined;
    });
    return making;
  }

  return {
    /** A person who signed in or paired a phone is known already. */
    state(asker: Actor): FirstRunState {
      const { source } = deps.owner();
      const isAtMachine = asker.kind === "board" && asker.person === undefined;
      const isUnknown = isAtMachine && (source === "account" || source === "nobody");
      return { due: isUnknown && !deps.sessions.hasAny(), demo_runtime: runtime?.id ?? null };
    },

    /** The same session that `signalbox demo` runs, on the owner's board. */
    async demo(by: Actor): Promise<Session> {
      if (runtime?.demoModel === undefined) throw firstRunRefusal("no_demo");
      const { prompt, files } = await deps.demonstration();
      try {
        await makeRepository(files);
      } catch (error) {
        if (!(error instanceof CloneError)) throw error;
        throw firstRunRefusal("no_repository", { reason: error.message });
      }
      const { session } = deps.sessions.create(
        {
          agent_runtime: runtime.id,
          config: { model: runtime.demoModel },
          git_root: folder,
          branch: "main",
          prompt,
          title: "Demo: greet visitors by name",
          custom_metadata: { demo: true },
        },
        "web_ui",
        { author: by },
      );
      return session;
    },
  };
}
