import type { ElicitationAccess } from "../domains/sessions/elicitations/index.ts";
import { ownServer, selfTokens } from "../domains/surfaces/self-session/index.ts";
import type { PushAddress } from "../domains/workspace/workspaces/index.ts";
import { type LocalWay, loopbackAddress, providerWays } from "../lib/sandbox/index.ts";
import { providerPrefixes } from "../runtimes/facts.ts";
import type { ComposeDeps } from "./deps.ts";

/**
 * What of this machine a session's agent reaches from a network of its own: the service, for its own MCP server, questions and
 * pushes, and the model's provider if that is on this machine.
 */
export function sessionWays(
  { url, passes, environment }: ComposeDeps,
  questions: Pick<ElicitationAccess, "urlOf">,
): (sessionId: number) => readonly LocalWay[] {
  const tokens = selfTokens(passes);
  return (sessionId) => {
    const address = loopbackAddress(url());
    const server = ownServer({ name: "signalbox", url: url(), token: tokens.of(sessionId) });
    if (address === null || server.type === "stdio") return providerWays(environment, providerPrefixes);
    const own = { path: new URL(server.url).pathname, authorization: server.headers["Authorization"] };
    const pushing = new URL(pushAddress({ passes, url }, sessionId).url).pathname;
    const asking = new URL(questions.urlOf(sessionId)).pathname;
    const allows: NonNullable<LocalWay["allows"]> = ({ path, authorization }) =>
      ((path === own.path || path.startsWith(`${pushing}/`)) && authorization === own.authorization) ||
      path === asking ||
      (path.startsWith(`${asking}/`) && !path.slice(asking.length + 1).includes("/"));
    return [{ ...address, allows }, ...providerWays(environment, providerPrefixes)];
  };
}

/** Where an agent's pushes go if its repository is on this machine, with its session's own token. */
export const pushAddress = (
  { passes, url }: Pick<ComposeDeps, "passes" | "url">,
  sessionId: number,
): PushAddress => ({
  url: `${url()}/git/${sessionId}`,
  authorization: `Bearer ${selfTokens(passes).of(sessionId)}`,
});
