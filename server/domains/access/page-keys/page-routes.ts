import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import type { Clock } from "../../../lib/clock.ts";
import { bindPath, pageKeyOperations, startPath } from "./model.ts";
import { finishPage } from "./pages.ts";
import type { PageKeys } from "./service.ts";

const offered = z.object({
  token: z.string().max(100),
  public_key: z.string().max(200),
  proof: z.string().max(100),
});

/** What pages need before they can sign: a nonce, and at the end of a sign-in the binding of their key. */
export function pageKeyPages(pageKeys: PageKeys): Router {
  const router = express.Router();
  router.get(startPath, (_request, response) => {
    response.setHeader("cache-control", "no-store").json({ start: pageKeys.issueNonce() });
  });
  router.post(bindPath, express.json({ limit: "1kb" }), (request, response) => {
    const { token = "", public_key: publicKey = "", proof = "" } = offered.safeParse(request.body).data ?? {};
    pageKeys.bind(request, { secret: token, publicKey, proof });
    response.setHeader("cache-control", "no-store").json({ message: "" });
  });
  return router;
}

/** Ends a sign-in: with a page of this origin that has its key bound, then leads on. */
export const sendFinishPage = (response: Response, of: { token: string; returnTo: string }): void =>
  sendPlainPage(response, finishPage(of));

export const pageKeyRoutes = (pageKeys: PageKeys, clock: Clock): Endpoint[] =>
  endpoints(pageKeyOperations, {
    getPageTicketKey: (_input, { request }: { request: Request }) => {
      const holder = pageKeys.holderOf(request);
      return { key: holder === null ? null : pageKeys.ticketKey(holder), now: clock.now() };
    },
  });
