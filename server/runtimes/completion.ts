import { endAgentProcesses, identify, markerVariable } from "../lib/processes/index.ts";
import { lendCredentials, loginFile } from "./credentials.ts";
import type { LineProcess } from "./line-process.ts";
import type { CliGuide, Completion, CompletionRequest, LocatedCli, SignIn } from "./runtime.ts";

export type FoundCli = Extract<LocatedCli, { kind: "found" }>;

/** How one vendor's CLI is asked. */
export interface Asker {
  locate(): Promise<LocatedCli>;
  signIn(): Promise<SignIn>;
  guide: CliGuide;
  /** The person's login file and its place in the request's folder; null where a key is used. */
  login: { owner: string; session: string } | null;
  ask(cli: FoundCli): Promise<Completion>;
}

/** Asks when there is a CLI and a credential; starts nothing when there is not. Rejects only when aborted. */
export async function complete({ signal }: CompletionRequest, asker: Asker): Promise<Completion> {
  signal.throwIfAborted();
  try {
    const cli = await asker.locate();
    if (cli.kind === "missing") return { kind: "unavailable", reason: cli.message };
    const { authenticated } = await asker.signIn();
    if (!authenticated) return { kind: "unavailable", reason: asker.guide.authInstructions };
    const loan =
      asker.login && (await lendCredentials({ ...asker.login, owner: loginFile(asker.login.owner) }));
    try {
      signal.throwIfAborted();
      return await asker.ask(cli);
    } finally {
      // A token that could not be copied back is refreshed again next time; the answer is still valid.
      await loan?.copyBack().catch(() => {});
    }
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** What every process of the request carries in its environment. */
export function completionMarker({ env, folder }: CompletionRequest): string {
  return env[markerVariable] || `completion:${folder}`;
}

/** Talks with a process, then ends it and all that came of it: at once when the request is aborted. */
export async function withCli<Cli extends Pick<LineProcess, "pid" | "endInput" | "exit">>(
  request: CompletionRequest,
  start: () => Promise<Cli>,
  talk: (cli: Cli) => Promise<Completion>,
): Promise<Completion> {
  const { signal } = request;
  const cli = await start();
  const root = await identify(cli.pid);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([talk(cli), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    cli.endInput();
    await endAgentProcesses({ markerPrefix: completionMarker(request), roots: root ? [root] : [] });
    await cli.exit;
  }
}
