import { isDeepStrictEqual } from "node:util";
import type { PickName } from "../../agents/catalog/model.ts";
import type { SessionRow } from "../sessions/index.ts";
import type { ConsentAnswer } from "./model.ts";
import type { SessionSettingsDeps } from "./service.ts";
import { text } from "./text.ts";

const columnOf = {
  mcpServers: "mcpServers",
  skills: "catalogSkills",
  hooks: "catalogHooks",
  plugins: "catalogPlugins",
} as const satisfies Record<PickName, keyof SessionRow>;

/** Changes a session's servers, skills, hooks and plugins. A running process is never reconfigured (R81). */
export function artifactLists({ database, sessions, sessionLog, ...deps }: SessionSettingsDeps) {
  /** Stores the list as sent, so that the response contains what the caller requested. */
  function replace(reference: string, pick: PickName, names: readonly string[]): SessionRow {
    const row = sessions.find(reference);
    deps.checkPicks({ [pick]: names });
    const column = columnOf[pick];
    const chosen = pick === "mcpServers" && !row.mcpServersChosen;
    if (isDeepStrictEqual(row[column], names) && !chosen) return row;
    sessionLog.note(row.id, "info", text.listChanged(pick, names));
    return sessions.write(row, { [column]: names, ...(chosen && { mcpServersChosen: true }) });
  }

  return {
    change: (reference: string, pick: "skills" | "hooks", names: readonly string[]) =>
      database.transaction(() => ({
        session: sessions.view(replace(reference, pick, names)),
        message: text.atNextTurn,
      })),

    /** Plugins include servers as well, and some servers need a person to sign in first (R65). */
    changeServers: (
      reference: string,
      pick: "mcpServers" | "plugins",
      names: readonly string[],
    ): ConsentAnswer =>
      database.transaction(() => {
        const row = deps.reviewSignIns(replace(reference, pick, names));
        return { session: sessions.view(row), ...consentOf(row) };
      }),
  };
}

function consentOf(row: SessionRow): Omit<ConsentAnswer, "session"> & { message: string } {
  const servers = row.oauthRequiredServers;
  const missing = servers.map(({ server_name }) => server_name);
  return {
    oauth_required: servers.length > 0,
    oauth_required_servers: servers,
    message: servers.length === 0 ? text.atNextTurn : text.signInFirst(missing),
  };
}
