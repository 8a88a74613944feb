import { homedir } from "node:os";
import { join } from "node:path";
import { lendCredentials } from "../credentials.ts";
import { locateCommand } from "../locate.ts";
import type { AgentRuntime, RuntimeOptions } from "../runtime.ts";
import { layoutOf } from "./layout.ts";
import { defaultModel, models } from "./models.ts";
import { equip } from "./prepare.ts";
import { transcript } from "./transcript.ts";
import { transcriptFile } from "./transcript-file.ts";
import { Turn } from "./turn.ts";

type Loan = Awaited<ReturnType<typeof lendCredentials>>;

/** Anthropic's Claude Code, driven through its bidirectional stream-json mode. */
export function claudeCodeRuntime({ environment }: RuntimeOptions): AgentRuntime {
  /** By home; what `prepare` lent is brought back after each turn. */
  const loans = new Map<string, Loan>();

  return {
    id: "claude_code",
    label: "Claude Code",
    models,
    defaultModel,
    acceptsModel: (id) =>
      models.some((model) => model.id === id) ||
      /^(?:claude-|opus|sonnet|haiku|fable|best)[\w.[\]-]*$/.test(id),
    transcript,

    locate: () =>
      locateCommand({
        name: "claude",
        configured: environment["SERVICE_CLAUDE_PATH"],
        environment,
        install: "npm install -g @anthropic-ai/claude-code",
      }),

    async prepare(workspace, equipment) {
      await equip(workspace, equipment);
      const owner = join(ownHome(environment), ".credentials.json");
      loans.set(
        workspace.home,
        await lendCredentials({ owner, session: layoutOf(workspace.home).credentials }),
      );
    },

    startTurn: (request, listener) =>
      new Turn({
        request,
        listener,
        copyBackCredentials: async () => loans.get(request.workspace.home)?.copyBack(),
      }),

    transcriptFile: (workspace, conversationId) => transcriptFile(workspace.home, conversationId),
  };
}

/** Where the person who runs the service is logged in. */
function ownHome(environment: RuntimeOptions["environment"]): string {
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? homedir();
  return environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
}
