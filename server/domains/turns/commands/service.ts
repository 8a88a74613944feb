import { join } from "node:path";
import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import type { CommandAddressee, SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import { type CommandPlace, customCommands, isCustom } from "./custom-commands.ts";
import { commandRefusal } from "./errors.ts";
import type { SlashCommand } from "./model.ts";
import {
  decideCommand,
  distinct,
  modelMeant,
  type OwnCommand,
  ownNames,
  type WrittenCommand,
} from "./rules.ts";
import { text } from "./text.ts";

/** What the service answers from; other domains provide it once they are there. */
export interface CommandAnswers {
  changeModel(reference: string, model: string): unknown;
  changeEffort(reference: string, effort: string | null): unknown;
  /** What the session has spent; null if nothing is known. */
  cost(sessionId: number): { usd: number; tokens: number; unpriced_models: readonly string[] } | null;
  /** The conversation's tokens as its CLI counts them, and the lines of the transcript. */
  conversation(row: SessionRow): Promise<{ tokens: number | null; lines: number }>;
}

/** The models of one runtime. */
interface SessionModels {
  id: string;
  offered(): readonly { id: string; label: string }[];
  accepts(model: string): boolean;
  effortLevels(model: string): readonly string[];
}

interface CommandDeps {
  runtimes: readonly AgentRuntime[];
  models: readonly SessionModels[];
  sessions: Pick<SessionService, "find">;
  repositoryTrust: { of(gitRoot: string): { trusted: boolean } };
}

/** Tells commands from prompts, by the session that they are sent to. */
function commandReader({ runtimes, repositoryTrust }: Pick<CommandDeps, "runtimes" | "repositoryTrust">) {
  const runtimeOf = ({ agentRuntime }: Pick<CommandAddressee, "agentRuntime">) =>
    runtimes.find(({ id }) => id === agentRuntime);

  function placeOf(of: CommandAddressee): CommandPlace {
    const trusted = of.gitRoot !== null && repositoryTrust.of(of.gitRoot).trusted;
    return {
      commands: runtimeOf(of)?.slashCommands,
      folder: trusted && of.clonePath !== null ? join(of.clonePath, of.subdirectory ?? "") : null,
      skills: of.catalogSkills,
    };
  }

  function decide(of: CommandAddressee, prompt: string) {
    const place = placeOf(of);
    return decideCommand(prompt, place.commands, (name) => isCustom(place, name));
  }

  /** The command that the prompt is to the CLI alone, if it is about the conversation. */
  function aboutConversation(of: CommandAddressee, prompt: string): WrittenCommand | null {
    const verdict = decide(of, prompt);
    return verdict.kind === "about_conversation" ? verdict.command : null;
  }

  /** The command of the service that the prompt is, or null for a prompt. Throws 422 for one that comes to nothing. */
  function read(of: CommandAddressee, prompt: string): OwnCommand | null {
    const verdict = decide(of, prompt);
    if (verdict.kind === "absent")
      throw commandRefusal("absent", {
        name: verdict.name,
        runtime: runtimeOf(of)?.label ?? of.agentRuntime,
      });
    return verdict.kind === "own" ? verdict.command : null;
  }

  return { placeOf, read, aboutConversation };
}

export type CommandService = ReturnType<typeof commandService>;

const ownArguments: Partial<Record<(typeof ownNames)[number], string>> = {
  model: "[model]",
  effort: "[level]",
};

/** Prompts that begin with a slash: which of them the service does itself, and which come to nothing. */
export function commandService({ runtimes, models, sessions, repositoryTrust }: CommandDeps) {
  let answers: CommandAnswers | null = null;

  const { placeOf, read, aboutConversation } = commandReader({ runtimes, repositoryTrust });

  async function list(of: CommandAddressee): Promise<SlashCommand[]> {
    const own = ownNames.map(
      (name): SlashCommand => ({
        name,
        description: text.descriptions[name],
        argument: ownArguments[name] ?? null,
        source: "service",
      }),
    );
    const place = placeOf(of);
    const answered = (place.commands?.answered ?? []).map((one): SlashCommand => ({ ...one, source: "cli" }));
    return distinct([...(await customCommands(place)), ...own, ...answered]);
  }

  return {
    read,
    aboutConversation,
    list: (reference: string): Promise<SlashCommand[]> => list(sessions.find(reference)),

    /** For a prompt that begins a session, or waits in a queue. */
    refuse(of: CommandAddressee, prompt: string, why: "needs_session" | "not_queued"): void {
      const command = read(of, prompt) ?? (why === "needs_session" ? aboutConversation(of, prompt) : null);
      if (command) throw commandRefusal(why, { name: command.name });
    },

    /** Does a command other than `clear`; returns what to tell the person. */
    async answer(row: SessionRow, { name, argument }: OwnCommand): Promise<string> {
      if (answers === null) throw new Error("Commands are answered once the service is composed");
      const known = models.find(({ id }) => id === row.agentRuntime);
      switch (name) {
        case "help":
          return text.help(await list(row));
        case "cost":
          return text.cost(answers.cost(row.id));
        case "context":
          return text.context({ ...row, ...(await answers.conversation(row)) });
        case "model": {
          if (argument === "")
            return text.models(
              row.model,
              (known?.offered() ?? []).map(({ id }) => id),
            );
          const model = modelNamed(argument, known);
          answers.changeModel(String(row.id), model);
          return text.modelChanged(model);
        }
        case "effort": {
          const levels = known?.effortLevels(row.model) ?? [];
          if (argument === "") return text.effort(row.effort, levels);
          answers.changeEffort(String(row.id), argument.toLowerCase());
          return text.effortChanged(sessions.find(String(row.id)).effort);
        }
        case "clear":
          return text.cleared;
      }
    },

    answerWith(given: CommandAnswers): void {
      answers = given;
    },
  };
}

function modelNamed(word: string, known: SessionModels | undefined): string {
  const models = known?.offered() ?? [];
  const named = modelMeant(word, { models, accepts: (model) => known?.accepts(model) === true });
  if (named !== null) return named;
  throw commandRefusal("model_unclear", {
    word: word.slice(0, 100),
    models: models.map(({ id }) => id).join(", "),
  });
}
