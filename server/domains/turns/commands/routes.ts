import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { commandOperations } from "./model.ts";
import type { CommandService } from "./service.ts";

export const commandRoutes = (commands: CommandService): Endpoint[] =>
  endpoints(commandOperations, {
    listCommands: async ({ params }) => ({ commands: await commands.list(params.id) }),
  });
