import type { ElicitationAccess } from "../domains/sessions/elicitations/index.ts";
import { ownServer, selfTokens } from "../domains/sessions/self-session/index.ts";
import { type LocalWay, loopbackAddress, providerWays } from "../lib/sandbox/index.ts";
import type { ComposeDeps } from "./deps.ts";

/**
 * What of this machine a session's agent reaches from a network of its own: the service, for its own MCP server and its own
 * questions, and the model's provider if that is on this machine.
 */
export function sessionWays(
  { url, passes, environment }: ComposeDeps,
  questions: Pick<ElicitationAccess, "urlOf">,
): (sessionId: number) => readonly LocalWay[] {
  const tokens = selfTokens(passes);
  return (sessionId) => {
    const address = loopbackAddress(url());
    const server = ownServer({ name: "signalbox", url: url(), token: tokens.of(sessionId) });
    if (address === null || server.type === "stdio") return providerWays(environment);
    const own = { path: new URL(server.url).pathname, authorization: server.headers["Authorization"] };
    const asking = new URL(questions.urlOf(sessionId)).pathname;
    const allows: NonNullable<LocalWay["allows"]> = ({ path, authorization }) =>
      (path === own.path && authorization === own.authorization) ||
      path === asking ||
      (path.startsWith(`${asking}/`) && !path.slice(asking.length + 1).includes("/"));
    return [{ ...address, allows }, ...providerWays(environment)];
  };
}
