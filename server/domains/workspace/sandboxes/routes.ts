import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sandboxOperations } from "./model.ts";
import type { RepositorySandboxService } from "./service.ts";

export const sandboxRoutes = (sandboxes: RepositorySandboxService): Endpoint[] =>
  endpoints(sandboxOperations, {
    getSandboxes: () => sandboxes.current(),
    saveRepositorySandbox: ({ body }, { actor }) => sandboxes.save(body, actor),
  });
