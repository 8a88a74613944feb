import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sessionSettingsOperations } from "./model.ts";
import type { SessionSettingsService } from "./service.ts";

export function sessionSettingsRoutes(settings: SessionSettingsService): Endpoint[] {
  const { artifacts } = settings;
  return endpoints(sessionSettingsOperations, {
    changeMcpServers: ({ params, body }) =>
      artifacts.changeServers(params.id, "mcpServers", body.mcp_servers),
    changeCatalogSkills: ({ params, body }) => artifacts.change(params.id, "skills", body.catalog_skills),
    changeCatalogHooks: ({ params, body }) => artifacts.change(params.id, "hooks", body.catalog_hooks),
    changeCatalogPlugins: ({ params, body }) =>
      artifacts.changeServers(params.id, "plugins", body.catalog_plugins),
    changeModel: ({ params, body }) => ({ session: settings.changeModel(params.id, body.model) }),
    changeEffort: ({ params, body }) => ({ session: settings.changeEffort(params.id, body.effort) }),
    changeNotes: ({ params, body }) => ({
      session: settings.changeNotes(params.id, body.session_notes ?? null),
    }),
    changeHeartbeat: ({ params, body }) => {
      const session = settings.changeHeartbeat(params.id, body);
      const { heartbeat_enabled, heartbeat_interval_seconds } = session;
      return { session, heartbeat_enabled, heartbeat_interval_seconds };
    },
    toggleFavorite: ({ params }) => {
      const session = settings.toggleFavorite(params.id);
      const { id, title, favorited } = session;
      return { session, favorited, id, title };
    },
    changeSandbox: ({ params, body }) => ({ session: settings.changeSandbox(params.id, body.sandbox) }),
    changeAttention: async ({ params, body }) => ({
      session: await settings.changeAttention(params.id, body.kind),
    }),
    changeVisibility: ({ params, body }) => ({ session: settings.changeVisibility(params.id, body) }),
  });
}
