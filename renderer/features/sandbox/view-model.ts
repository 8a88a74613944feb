import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type {
  RepositorySandbox,
  SandboxesAnswer,
} from "../../../server/domains/workspace/sandboxes/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import { text } from "./text.ts";

type Level = SandboxesAnswer["level"];
type Answer = Pick<SandboxesAnswer, "level" | "levels">;

const rank = ({ levels }: Answer, level: Level): number => levels.findIndex((known) => known.level === level);

/** What a session gets that asks for nothing: the stricter of the service's level and its repository's. */
export function levelWithout(
  answer: Answer & Pick<SandboxesAnswer, "repositories">,
  address: string | null,
): Level {
  const own = answer.repositories.find((repository) => repository.address === address)?.sandbox ?? null;
  return own !== null && rank(answer, own) > rank(answer, answer.level) ? own : answer.level;
}

/** The default and what is stricter, because nothing looser would have an effect; also what is chosen already. */
export function levelOptions(answer: Answer, preset: Level, chosen: string): SelectOption[] {
  const offered = answer.levels.filter(
    ({ level }) => rank(answer, level) > rank(answer, preset) || level === chosen,
  );
  return [
    { value: "", label: text.defaultIs(text.levels[preset]) },
    ...offered.map(({ level }) => ({ value: level, label: text.levels[level] })),
  ];
}

export const meaningOf = ({ levels }: Pick<SandboxesAnswer, "levels">, level: string): string =>
  levels.find((known) => known.level === level)?.meaning ?? "";

/** The level in force, and why it is another than the session asks for. */
export function inForceText({ level, source, wished }: Session["sandbox"]): string[] {
  const parts = [`${text.levels[level]}. ${text.sources[source]}.`];
  return wished !== null && wished !== level ? [...parts, text.noEffect(text.levels[wished])] : parts;
}

export interface SandboxBannerView {
  tone: "needs" | "failed";
  sentence: string;
  /** What is remembered when it is dismissed; null if it stays. */
  dismissal: string | null;
}

/** One line about agents without a sandbox; null if there is nothing to say. Another reason is shown again. */
export function bannerView(answer: SandboxesAnswer, dismissed: string | null): SandboxBannerView | null {
  const { level, reason, cure } = answer;
  const why = [reason, cure].filter((part) => part !== null).join(" ");
  if (level !== "off")
    return reason === null ? null : { tone: "failed", sentence: text.banner.broken(why), dismissal: null };
  const view: SandboxBannerView =
    reason === null
      ? { tone: "needs", sentence: text.banner.chosen, dismissal: "chosen" }
      : { tone: "needs", sentence: text.banner.missing(why), dismissal: reason };
  return view.dismissal === dismissed ? null : view;
}

/** One folder a line. */
export const foldersIn = (lines: string): string[] =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What a repository's sandbox adds, in one line. */
export function repositorySummary(one: RepositorySandbox): string[] {
  const { sandbox, sandbox_read: read, sandbox_write: write, sandbox_grants: grants } = one;
  return [
    ...(sandbox === null ? [] : [text.levels[sandbox]]),
    ...(read.length === 0 ? [] : [`reads ${read.join(", ")}`]),
    ...(write.length === 0 ? [] : [`writes to ${write.join(", ")}`]),
    ...(grants === null ? [] : [grants.length === 0 ? "no grants" : `grants: ${grants.join(", ")}`]),
  ];
}
