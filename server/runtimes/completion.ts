import { endAgentProcesses, identify, markerVariable } from "../lib/processes/index.ts";
import { type LoginKeeper, lendCredentials, loginFile } from "./credentials.ts";
import type { LineProcess } from "./line-process.ts";
import type { CliGuide, Completion, CompletionRequest, LocatedCli, SignIn } from "./runtime.ts";

export type FoundCli = Extract<LocatedCli, { kind: "found" }>;

/** How one vendor's CLI is asked. */
export interface Asker {
  locate(): Promise<LocatedCli>;
  signIn(): Promise<SignIn>;
  guide: CliGuide;
  /** The person's login file, and its place in the request's folder; null where a key is used. */
  login: { owner: string | null; session: string } | null;
  ask(cli: FoundCli): Promise<Completion>;
}

/** Asks when there is a CLI and a credential; starts nothing when there is not. Rejects only when aborted. */
export async function complete({ signal, loan }: CompletionRequest, asker: Asker): Promise<Completion> {
  signal.throwIfAborted();
  try {
    const cli = await asker.locate();
    if (cli.kind === "missing") return { kind: "unavailable", reason: cli.message };
    const authenticated = loan ? true : (await asker.signIn()).authenticated;
    if (!authenticated) return { kind: "unavailable", reason: asker.guide.authInstructions };
    const owner = loginOf(asker, loan);
    const place = asker.login?.session;
    const lent = owner && place ? await lendCredentials({ owner, session: place }) : null;
    const unfollow = lent?.follow();
    try {
      signal.throwIfAborted();
      return await asker.ask(cli);
    } finally {
      unfollow?.();
      // A token that could not be copied back is refreshed again next time; the answer is still valid.
      await lent?.copyBack().catch(() => {});
    }
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The login that the question runs on: the account's, or the person's own; null if it runs on a key. */
function loginOf({ login }: Asker, loan: CompletionRequest["loan"]): LoginKeeper | null {
  if (loan) return loan.kind === "sign_in" ? loan.login : null;
  return login?.owner == null ? null : loginFile(login.owner);
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
