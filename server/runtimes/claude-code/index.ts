import { complete } from "../completion.ts";
import { type LentCredentials, lendCredentials, loginFile } from "../credentials.ts";
import { removeInHome, removeSecrets } from "../home-folder.ts";
import { locateCommand } from "../locate.ts";
import type { AgentRuntime, RuntimeOptions, Workspace } from "../runtime.ts";
import { unlessTooOld } from "../version-rules.ts";
import { askClaude } from "./complete.ts";
import { ClaudeConnection } from "./connection.ts";
import { claudeCodeFacts } from "./facts.ts";
import { layoutOf, secretFiles } from "./layout.ts";
import { claudeLogins } from "./login.ts";
import { claudeLoginCommand } from "./login-command.ts";
import { defaultModel, models, readModelName } from "./models.ts";
import { equip } from "./prepare.ts";
import { claudeProbe } from "./probe.ts";
import { askingTool } from "./question.ts";
import { guide, ownerHome, ownerLoginFile, signIn } from "./sign-in.ts";
import { claudeSlashCommands } from "./slash-commands.ts";
import { subagentFiles } from "./subagent-files.ts";
import { transcriptFile } from "./transcript-file.ts";

const label = "Claude Code";
const oldestVersion = "2.1";

/** Anthropic's Claude Code, driven through its bidirectional stream-json mode. */
export function claudeCodeRuntime({ environment }: RuntimeOptions): AgentRuntime {
  /** By home; what `prepare` lent is brought back after each turn. */
  const loans = new Map<string, LentCredentials>();

  const locate = async () => {
    const found = await locateCommand({
      name: "claude",
      configured: environment["SERVICE_CLAUDE_PATH"],
      environment,
      install: guide.installInstructions,
    });
    return unlessTooOld(found, { label, oldest: oldestVersion, update: guide.installInstructions });
  };

  return {
    ...claudeCodeFacts,
    label,
    oldestVersion,
    models,
    defaultModel,
    readModelName,
    slashCommands: claudeSlashCommands,
    questionTool: askingTool,
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
    probeAccount: claudeProbe({ environment }),
    logins: claudeLogins({ environment }),
    loginCommand: claudeLoginCommand({ environment }),

    async prepare(workspace, equipment) {
      await equip(workspace, equipment);
      const { home } = workspace;
      const lent = await lendTo(workspace, ownerLoginFile(environment));
      if (lent) loans.set(home, lent);
      else loans.delete(home);
    },

    withdraw(home) {
      loans.delete(home);
      return removeSecrets(home, secretFiles(home));
    },

    connect: (request, listener) =>
      new ClaudeConnection({
        request,
        listener,
        credentials: loans.get(request.workspace.home) ?? null,
      }),

    transcriptFile: (workspace, conversationId) => transcriptFile(workspace.home, conversationId),
    subagentFiles: ({ home }, conversationId) => subagentFiles(home, conversationId),

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

/** Places the login file that the turn runs on; null if it runs on a key. */
async function lendTo({ home, loan }: Workspace, owner: string): Promise<LentCredentials | null> {
  const session = layoutOf(home).credentials;
  if (!loan) return lendCredentials({ owner: loginFile(owner), session });
  if (loan.kind === "sign_in") return lendCredentials({ owner: loan.login, session });
  await removeInHome(home, session);
  return null;
}
