import type { Session } from "../../domains/sessions/sessions/model.ts";
import { command } from "../printed-command.ts";

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
const lines = (facts: readonly [string, string | number | null | undefined][]): string =>
  facts
    .filter(([, fact]) => fact !== null && fact !== undefined && fact !== "")
    .map(([name, fact]) => `${`${name}:`.padEnd(12)} ${fact}`)
    .join("\n");

/** What a session is doing, in a word or two. */
const stateOf = ({ status, attention }: Session): string => attention?.kind ?? status.replace("_", " ");

const pageOf = ({ id, slug }: Session, url: string): string => `${url}/sessions/${slug ?? id}`;

/** The words of the commands that call the service's API. */
export const text = {
  refused: "Refused",
  status: (status: number) => `The service answered with the status ${status}.`,
  missing: (word: string, usage: string) => `${word} is missing.\nUsage: signalbox ${usage}`,
  tooMany: (word: string, usage: string) => `"${word}" is one too many.\nUsage: signalbox ${usage}`,
  wrongValue: (option: string, kind: string) => `--${option} takes ${kind}.`,
  kinds: {
    text: "text",
    number: "a number",
    flag: "no value",
    list: "names, separated by commas",
    json: "JSON",
  },
  values: { text: "TEXT", number: "N", flag: "", list: "A,B", json: "JSON" },
  oneOf: (choices: readonly string[]) => `One of: ${choices.join(", ")}`,
  unknownEnding: (value: string, known: readonly string[]) =>
    `"${value}" is nothing that a session can stop for. Known: ${known.join(", ")}.`,
  unknownOperation: (id: string) => `There is no operation "${id}". \`${command("call")}\` lists them.`,
  missingParameter: (name: string) => `${name}=VALUE is missing.`,
  noPair: (typed: string) => `"${typed}" is neither NAME=TEXT nor NAME:=JSON.`,
  noJson: (typed: string) => `"${typed}" has no JSON after :=.`,
  own: {
    "--json": "Print the answer as JSON",
    "--wait": "Wait until it stops, and say by the exit code why",
    "--model": "The model",
    "--effort": "How long the model thinks",
    "--until": "What to wait for, such as question,review,failed; anything that it stops for by default",
    "--timeout": "The longest wait in seconds; no limit by default",
  },
  started: (session: Session, url: string) =>
    `Session ${session.id}: ${session.title}\n${pageOf(session, url)}`,
  warning: (words: string) => `Note: ${words}`,
  session: (session: Session, url: string) =>
    lines([
      ["Session", session.id],
      ["Title", session.title],
      ["State", stateOf(session)],
      ["Reason", session.attention?.reason ?? session.failure_detail],
      ["Agent", [session.agent_runtime, session.config["model"]].filter(Boolean).join(", ")],
      ["Repository", session.git_root],
      ["Branch", session.branch],
      ["Goal", session.goal],
      ["Board", pageOf(session, url)],
    ]),
  row: (session: Session): string[] => [
    String(session.id),
    stateOf(session),
    session.agent_runtime,
    session.title,
  ],
  noSessions: "No sessions.",
  more: (shown: number, total: number) => `${shown} of ${total}. Read on with --page.`,
  stopped: (id: number | string, kind: string, reason: string) =>
    reason === "" ? `Session ${id}: ${kind}` : `Session ${id}: ${kind}. ${reason}`,
  stillAtWork: (id: number | string, status: string) => `Session ${id} is still ${status}.`,
  noChanges: "Nothing changed.",
  noLogs: "No log lines.",
  noTriggers: "No triggers.",
  trigger: (of: { id: number; name: string; status: string; next: string | null }): string[] => [
    String(of.id),
    of.status,
    of.next ?? "",
    of.name,
  ],
  costs: (of: { from: string; to: string; total: number; calls: number }) =>
    lines([
      ["From", of.from],
      ["To", of.to],
      ["Cost", dollars(of.total)],
      ["Calls", of.calls],
    ]),
  cost: dollars,
};
