import type { McpCaller } from "../../../mcp/caller.ts";
import type { Fact } from "../../../mcp/markdown.ts";
import { forkOperations } from "../forks/model.ts";
import { overviewOperations } from "../overview/model.ts";
import { type Session, sessionOperations } from "../sessions/model.ts";
import { sessionSettingsOperations } from "../settings/model.ts";
import { summaryOperations } from "../summaries/model.ts";
import { toolRefusal } from "./errors.ts";
import type { ActionInput, Field } from "./fields.ts";

/** A session that is acted on, by one who may. */
export interface Acting extends McpCaller {
  /** Id or slug of the session. */
  id: string;
}

/** What an action answers: the JSON of its operation, and what of it a model should see at once. */
export interface Outcome {
  facts: object;
  session?: Session;
  message?: string | undefined;
  shown?: readonly Fact[];
  /** In place of a session: what it left. */
  list?: string;
  /** Where it depends on how it went. */
  heading?: string;
}

export interface Action {
  /** What the answer is headed with. */
  heading: string;
  /** A clause for the description of the tool. */
  does: string;
  takes?: readonly Field[];
  /** Of those, the one it cannot do without. */
  needs?: Field;
  /** It is about many sessions, or all of them. */
  many?: true;
  /** A connection that is held to some agent roots may not. */
  equips?: true;
  run(input: ActionInput, acting: Acting): Outcome | Promise<Outcome>;
}

export const told = (facts: { session: Session; message?: string | undefined }): Outcome => ({
  ...facts,
  facts,
});

const commas = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));
export const at = (id: string) => ({ params: { id } });

/** Changes of what a session is equipped with; the next turn has them. */
const equipping = {
  change_mcp_servers: {
    heading: "MCP Servers Updated",
    does: "replaces its MCP servers",
    takes: ["mcp_servers"],
    needs: "mcp_servers",
    equips: true,
    async run({ mcp_servers = [] }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeMcpServers, {
        ...at(id),
        body: { mcp_servers },
      });
      return { ...told(facts), shown: [["MCP Servers", commas(facts.session.mcp_servers)]] };
    },
  },
  change_skills: {
    heading: "Skills Updated",
    does: "replaces its skills",
    takes: ["skills"],
    needs: "skills",
    async run({ skills = [] }, { id, call }) {
      const body = { catalog_skills: skills };
      const facts = await call(sessionSettingsOperations.changeCatalogSkills, { ...at(id), body });
      return { ...told(facts), shown: [["Skills", commas(facts.session.catalog_skills)]] };
    },
  },
  change_hooks: {
    heading: "Hooks Updated",
    does: "replaces its hooks",
    takes: ["hooks"],
    needs: "hooks",
    equips: true,
    async run({ hooks = [] }, { id, call }) {
      const body = { catalog_hooks: hooks };
      const facts = await call(sessionSettingsOperations.changeCatalogHooks, { ...at(id), body });
      return { ...told(facts), shown: [["Hooks", commas(facts.session.catalog_hooks)]] };
    },
  },
  change_plugins: {
    heading: "Plugins Updated",
    does: "replaces its plugins",
    takes: ["plugins"],
    needs: "plugins",
    equips: true,
    async run({ plugins = [] }, { id, call }) {
      const body = { catalog_plugins: plugins };
      const facts = await call(sessionSettingsOperations.changeCatalogPlugins, { ...at(id), body });
      return { ...told(facts), shown: [["Plugins", commas(facts.session.catalog_plugins)]] };
    },
  },
  change_model: {
    heading: "Model Updated",
    does: "chooses the model of the turns to come",
    takes: ["model"],
    needs: "model",
    async run({ model = "" }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeModel, { ...at(id), body: { model } });
      return { ...told(facts), shown: [["Model", String(facts.session.config["model"])]] };
    },
  },
  change_effort: {
    heading: "Effort Updated",
    does: "chooses their reasoning effort",
    takes: ["effort"],
    needs: "effort",
    async run({ effort = "" }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeEffort, { ...at(id), body: { effort } });
      const chosen = facts.session.config["effort"];
      return { ...told(facts), shown: [["Effort", typeof chosen === "string" ? chosen : "default"]] };
    },
  },
} as const satisfies Record<string, Action>;

/** What stands about a session and does not move it. */
const describing = {
  change_goal: {
    heading: "Goal Updated",
    does: "sets what it is to reach; empty clears it",
    takes: ["goal"],
    needs: "goal",
    async run({ goal = "" }, { id, call }) {
      const facts = await call(sessionOperations.updateSession, { ...at(id), body: { goal } });
      return { ...told(facts), shown: [["Goal", facts.session.goal ?? "none"]] };
    },
  },
  change_scheduling_class: {
    heading: "Scheduling Class Updated",
    does: "sets its class",
    takes: ["scheduling_class"],
    needs: "scheduling_class",
    async run({ scheduling_class = "" }, { id, call }) {
      const body = { scheduling_class: scheduling_class === "" ? null : scheduling_class };
      const facts = await call(sessionOperations.updateSession, { ...at(id), body });
      return { ...told(facts), shown: [["Class", facts.session.priority_class]] };
    },
  },
  change_precedence: {
    heading: "Precedence Updated",
    does: "ranks it among those that wait",
    takes: ["precedence", "place"],
    async run({ precedence, place }, { id, call }) {
      const facts = await call(sessionOperations.updateSession, { ...at(id), body: { precedence, place } });
      return { ...told(facts), shown: [["Precedence", facts.session.precedence]] };
    },
  },
  set_visibility: {
    heading: "Visibility Updated",
    does: "shows, hides or snoozes it on the board",
    takes: ["visibility", "snoozed_until", "timezone"],
    needs: "visibility",
    async run({ visibility = "visible", snoozed_until, timezone }, { id, call }) {
      const body = { visibility, snoozed_until, timezone };
      const facts = await call(sessionSettingsOperations.changeVisibility, { ...at(id), body });
      return { ...told(facts), shown: [["Visibility", facts.session.effective_visibility]] };
    },
  },
  set_heartbeat: {
    heading: "Heartbeat Updated",
    does: "an automatic nudge while it rests",
    takes: ["enabled", "interval_seconds"],
    async run({ enabled, interval_seconds }, { id, call }) {
      const body = { enabled, interval_seconds };
      const facts = await call(sessionSettingsOperations.changeHeartbeat, { ...at(id), body });
      const beat = facts.heartbeat_enabled ? `every ${facts.heartbeat_interval_seconds} s` : "off";
      return { ...told(facts), shown: [["Heartbeat", beat]] };
    },
  },
  update_notes: {
    heading: "Notes Updated",
    does: "notes that stand below every prompt",
    takes: ["session_notes"],
    needs: "session_notes",
    async run({ session_notes }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeNotes, { ...at(id), body: { session_notes } });
      return { ...told(facts), shown: [["Notes", facts.session.session_notes ?? "none"]] };
    },
  },
  update_title: {
    heading: "Title Updated",
    does: "renames it",
    takes: ["title"],
    needs: "title",
    run: async ({ title }, { id, call }) =>
      told(await call(sessionOperations.updateSession, { ...at(id), body: { title } })),
  },
  toggle_favorite: {
    heading: "Favorite Toggled",
    does: "gives it a star or takes it away",
    async run(_input, { id, call }) {
      const facts = await call(sessionSettingsOperations.toggleFavorite, at(id));
      return { ...told(facts), shown: [["Favorite", facts.favorited ? "yes" : "no"]], facts };
    },
  },
  regenerate_status_summary: {
    heading: "Status Summary Queued",
    does: "has its status summary written anew",
    async run(_input, { id, call }) {
      const facts = await call(summaryOperations.regenerateStatusSummary, at(id));
      return { facts, message: facts.message, shown: [["ID", facts.session_id]] };
    },
  },
  fork: {
    heading: "Session Forked",
    does: "a new session that goes on from a line of its transcript",
    takes: ["message_index"],
    needs: "message_index",
    async run({ message_index = 0 }, { id, call, roots }) {
      if (roots !== null) {
        const { session } = await call(overviewOperations.getSession, at(id));
        const root = session.metadata["agent_root_key"];
        if (typeof root !== "string" || !roots.includes(root)) throw toolRefusal("other_root", { id });
      }
      return told(await call(forkOperations.forkSession, { ...at(id), body: { message_index } }));
    },
  },
} as const satisfies Record<string, Action>;

export const keepingActions = { ...equipping, ...describing };
