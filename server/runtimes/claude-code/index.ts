import { complete } from "../completion.ts";
import { lendCredentials } from "../credentials.ts";
import { locateCommand } from "../locate.ts";
import type { AgentRuntime, RuntimeOptions } from "../runtime.ts";
import { askClaude } from "./complete.ts";
import { ClaudeConnection } from "./connection.ts";
import { writeConversation } from "./conversation-file.ts";
import { layoutOf } from "./layout.ts";
import { defaultModel, models } from "./models.ts";
import { equip } from "./prepare.ts";
import { guide, ownerHome, ownerLoginFile, signIn } from "./sign-in.ts";
import { subagentFiles } from "./subagent-files.ts";
import { transcript } from "./transcript.ts";
import { transcriptFile } from "./transcript-file.ts";

type Loan = Awaited<ReturnType<typeof lendCredentials>>;

/** Anthropic's Claude Code, driven through its bidirectional stream-json mode. */
export function claudeCodeRuntime({ environment }: RuntimeOptions): AgentRuntime {
  /** By home; what `prepare` lent is brought back after each turn. */
  const loans = new Map<string, Loan>();

  const locate = () =>
    locateCommand({
      name: "claude",
      configured: environment["SERVICE_CLAUDE_PATH"],
      environment,
      install: guide.installInstructions,
    });

  return {
    id: "claude_code",
    label: "Claude Code",
    models,
    defaultModel,
    acceptsModel: (id) =>
      models.some((model) => model.id === id) ||
      /^(?:claude-|opus|sonnet|haiku|fable|best)[\w.[\]-]*$/.test(id),
    transcript,
    recordFolders: [layoutOf(ownerHome(environment)).projects],

    repositorySettings: [
      ".mcp.json",
      ".claude/settings.json",
      ".claude/settings.local.json",
      ".claude/agents",
      ".claude/commands",
      ".claude/output-styles",
      ".claude/rules",
      ".claude/skills",
      "CLAUDE.local.md",
    ],
    guide,
    locate,
    signIn: () => signIn(environment),

    async prepare(workspace, equipment) {
      await equip(workspace, equipment);
      const owner = ownerLoginFile(environment);
      loans.set(
        workspace.home,
        await lendCredentials({ owner, session: layoutOf(workspace.home).credentials }),
      );
    },

    connect: (request, listener) =>
      new ClaudeConnection({
        request,
        listener,
        copyBackCredentials: async () => loans.get(request.workspace.home)?.copyBack(),
      }),

    transcriptFile: (workspace, conversationId) => transcriptFile(workspace.home, conversationId),
    subagentFiles: ({ home }, conversationId) => subagentFiles(home, conversationId),
    writeConversation,

    complete: (request) =>
      complete(request, {
        locate,
        signIn: () => signIn(environment),
        guide,
        login: { owner: ownerLoginFile(environment), session: layoutOf(request.folder).credentials },
        ask: (cli) => askClaude(request, cli),
      }),
  };
}
