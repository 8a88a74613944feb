import { claudeCodeFacts } from "./claude-code/facts.ts";
import { codexFacts } from "./codex/facts.ts";
import { piFacts } from "./pi/facts.ts";
import type { RuntimeFacts, TranscriptReader } from "./runtime.ts";

const all: readonly RuntimeFacts[] = [claudeCodeFacts, codexFacts, piFacts];

/** The facts of every registered runtime, for what must not load what starts an agent. */
export const runtimeFacts: ReadonlyMap<string, RuntimeFacts> = new Map(all.map((facts) => [facts.id, facts]));

export const transcriptReaders: ReadonlyMap<string, TranscriptReader> = new Map(
  all.map(({ id, transcript }) => [id, transcript]),
);

/** What the names of the providers' variables begin with. */
export const providerPrefixes: readonly string[] = all.map(({ providerPrefix }) => providerPrefix);

/** False for a runtime that is not registered any more. */
export const cachesForAnHour = (runtime: string): boolean =>
  runtimeFacts.get(runtime)?.cachesForAnHour === true;

/** Folders in the home of the owner that belong to the CLIs. */
export const cliFolders = {
  programs: all.flatMap(({ homeFolders }) => homeFolders.programs),
  secrets: all.flatMap(({ homeFolders }) => homeFolders.secrets),
};
