import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { forkOperations } from "./model.ts";
import type { ForkService } from "./service.ts";

export function forkRoutes(forks: ForkService): Endpoint[] {
  return endpoints(forkOperations, {
    forkSession: async ({ params, body }) => {
      const session = await forks.fork(params.id, body.message_index);
      return { session, message: `Session ${session.id} continues from line ${body.message_index}` };
    },
  });
}
