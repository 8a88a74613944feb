import type { Response } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { askerOf } from "./asker.ts";
import { confirmationOperations } from "./model.ts";
import type { ConfirmationService } from "./service.ts";

export const confirmationRoutes = (confirmations: ConfirmationService, closing: AbortSignal): Endpoint[] =>
  endpoints(confirmationOperations, {
    async awaitConfirmation({ params }, { actor, response }) {
      const gone = AbortSignal.any([closing, goneWith(response)]);
      return { confirmation: await confirmations.wait(params.id, { asker: askerOf(actor), gone }) };
    },
    withdrawConfirmation: ({ params }, { actor }) => confirmations.withdraw(params.id, askerOf(actor)),
  });

function goneWith(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return gone.signal;
}
