import type { Request } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { Refusal } from "../../../lib/errors.ts";
import { connectorOperations } from "./model.ts";
import { failedPage, signedInPage } from "./pages.ts";
import { returnTarget } from "./rules.ts";
import type { ConnectorService, WaitingSession } from "./service.ts";

export function connectorRoutes(deps: {
  connectors: ConnectorService;
  waiting(): readonly WaitingSession[];
  originOf(request: Request): string;
}): Endpoint[] {
  const { connectors, waiting, originOf } = deps;
  return endpoints(connectorOperations, {
    listConnectors: () => ({ connectors: connectors.list(waiting()) }),
    async beginConnectorSignIn({ body }, { actor, request }) {
      const { server_name: serverName, return_to: returnTo } = body;
      const origin = originOf(request);
      return { authorization_url: await connectors.begin({ serverName, returnTo, origin }, actor) };
    },
    endConnectorSignIn: ({ body }, { actor }) => connectors.signOut(body.server_name, actor),
    async finishConnectorSignIn({ query }, { request, response }) {
      try {
        const { serverName, returnTo } = await connectors.finish(query);
        sendPlainPage(response, signedInPage(serverName, returnTarget(returnTo, serverName)));
      } catch (error) {
        const isPerson = request.accepts(["json", "html"]) === "html";
        if (!(error instanceof Refusal && isPerson)) throw error;
        sendPlainPage(response, failedPage(error));
      }
      // The page has been sent.
      return "";
    },
  });
}
