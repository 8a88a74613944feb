import type { Request } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { externalAppOperations } from "./model.ts";
import type { ExternalAppService } from "./service.ts";

/** For the settings page. */
export function externalAppRoutes(
  apps: ExternalAppService,
  baseUrl: (request: Request) => string,
): Endpoint[] {
  return endpoints(externalAppOperations, {
    listExternalApps: (_input, { request }) => ({
      external_apps: apps.list(),
      triggers: apps.choices(),
      base_url: baseUrl(request),
    }),
    getExternalApp: ({ params }) => ({
      external_app: apps.get(Number(params.id)),
      recent_sessions: apps.recentSessions(Number(params.id)),
    }),
    createExternalApp: ({ body }, { actor }) => ({ external_app: apps.create(body, actor) }),
    updateExternalApp: ({ params, body }, { actor }) => ({
      external_app: apps.update(Number(params.id), body, actor),
    }),
    deleteExternalApp: ({ params }, { actor }) => apps.remove(Number(params.id), actor),
    mintExternalAppKey: ({ params, body }, { actor }) => ({
      key: apps.mintKey(Number(params.id), body.name, actor),
    }),
    revokeExternalAppKey: ({ params }, { actor }) => ({
      key: apps.revokeKey(Number(params.id), Number(params.key_id), actor),
    }),
  });
}
