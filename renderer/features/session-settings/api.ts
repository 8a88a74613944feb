import { sessionSettingsOperations } from "../../../server/domains/sessions/settings/model.ts";
import { callApi } from "../../lib/client.ts";

const at = (id: number) => ({ params: { id: String(id) } });

export const changeMcpServers = (id: number, mcp_servers: string[]) =>
  callApi(sessionSettingsOperations.changeMcpServers, { ...at(id), body: { mcp_servers } });

export const changeSkills = (id: number, catalog_skills: string[]) =>
  callApi(sessionSettingsOperations.changeCatalogSkills, { ...at(id), body: { catalog_skills } });

export const changeHooks = (id: number, catalog_hooks: string[]) =>
  callApi(sessionSettingsOperations.changeCatalogHooks, { ...at(id), body: { catalog_hooks } });

export const changePlugins = (id: number, catalog_plugins: string[]) =>
  callApi(sessionSettingsOperations.changeCatalogPlugins, { ...at(id), body: { catalog_plugins } });

export const changeModel = (id: number, model: string) =>
  callApi(sessionSettingsOperations.changeModel, { ...at(id), body: { model } });

/** Null for the model's default. */
export const changeEffort = (id: number, effort: string | null) =>
  callApi(sessionSettingsOperations.changeEffort, { ...at(id), body: { effort } });

export const changeNotes = (id: number, session_notes: string) =>
  callApi(sessionSettingsOperations.changeNotes, { ...at(id), body: { session_notes } });

export const changeHeartbeat = (id: number, body: { enabled?: boolean; interval_seconds?: number }) =>
  callApi(sessionSettingsOperations.changeHeartbeat, { ...at(id), body });
