import type { McpCaller } from "../../../mcp/caller.ts";
import type { Fact } from "../../../mcp/markdown.ts";
import { type Session, sessionOperations } from "../../sessions/sessions/model.ts";
import { sessionSettingsOperations } from "../../sessions/settings/model.ts";
import { forkOperations } from "../../transcripts/forks/model.ts";
import { summaryOperations } from "../../transcripts/summaries/model.ts";
import { overviewOperations } from "../overview/model.ts";
import { toolRefusal } from "./errors.ts";
import type { ActionInput, Field } from "./fields.ts";
import { attentionLine } from "./session-page.ts";
import { text } from "./text.ts";

/** The session an action applies to, and its caller. */
export interface Acting extends McpCaller {
  /** Id or slug of the session. */
  id: string;
}

/** The result of an action: the JSON of its operation, and the parts that a model sees first. */
export interface Outcome {
  facts: object;
  session?: Session;
  message?: string | undefined;
  shown?: readonly Fact[];
  /** Shown instead of a session. */
  list?: string;
  /** Replaces the usual heading of the action. */
  heading?: string;
}

export interface Action {
  /** A clause for the description of the tool. */
  does: string;
  takes?: readonly Field[];
  /** The required field. */
  needs?: Field;
  /** The action applies to several sessions. */
  many?: true;
  /** Not allowed for a connection that is limited to some agent roots. */
  equips?: true;
  run(input: ActionInput, acting: Acting): Outcome | Promise<Outcome>;
}

export const outcomeOf = (facts: { session: Session; message?: string | undefined }): Outcome => ({
  ...facts,
  facts,
});

const commas = (names: readonly string[]): string => (names.length === 0 ? text.none : names.join(", "));
export const sessionPath = (id: string) => ({ params: { id } });

/** Changes to a session's servers, skills, hooks, plugins and model, from its next turn on. */
const artifactActions = {
  change_mcp_servers: {
    does: "replaces its MCP servers",
    takes: ["mcp_servers"],
    needs: "mcp_servers",
    equips: true,
    async run({ mcp_servers = [] }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeMcpServers, {
        ...sessionPath(id),
        body: { mcp_servers },
      });
      return { ...outcomeOf(facts), shown: [["MCP Servers", commas(facts.session.mcp_servers)]] };
    },
  },
  change_skills: {
    does: "replaces its skills",
    takes: ["skills"],
    needs: "skills",
    async run({ skills = [] }, { id, call }) {
      const body = { catalog_skills: skills };
      const facts = await call(sessionSettingsOperations.changeCatalogSkills, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Skills", commas(facts.session.catalog_skills)]] };
    },
  },
  change_hooks: {
    does: "replaces its hooks",
    takes: ["hooks"],
    needs: "hooks",
    equips: true,
    async run({ hooks = [] }, { id, call }) {
      const body = { catalog_hooks: hooks };
      const facts = await call(sessionSettingsOperations.changeCatalogHooks, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Hooks", commas(facts.session.catalog_hooks)]] };
    },
  },
  change_plugins: {
    does: "replaces its plugins",
    takes: ["plugins"],
    needs: "plugins",
    equips: true,
    async run({ plugins = [] }, { id, call }) {
      const body = { catalog_plugins: plugins };
      const facts = await call(sessionSettingsOperations.changeCatalogPlugins, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Plugins", commas(facts.session.catalog_plugins)]] };
    },
  },
  change_model: {
    does: "sets the model of future turns",
    takes: ["model"],
    needs: "model",
    async run({ model = "" }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeModel, {
        ...sessionPath(id),
        body: { model },
      });
      return { ...outcomeOf(facts), shown: [["Model", String(facts.session.config["model"])]] };
    },
  },
  change_effort: {
    does: "sets the reasoning effort of future turns",
    takes: ["effort"],
    needs: "effort",
    async run({ effort = "" }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeEffort, {
        ...sessionPath(id),
        body: { effort },
      });
      const chosen = facts.session.config["effort"];
      return { ...outcomeOf(facts), shown: [["Effort", typeof chosen === "string" ? chosen : "default"]] };
    },
  },
} as const satisfies Record<string, Action>;

/** Changes to a session that do not start or stop a turn. */
const propertyActions = {
  change_goal: {
    does: "sets its goal; empty clears it",
    takes: ["goal"],
    needs: "goal",
    async run({ goal = "" }, { id, call }) {
      const facts = await call(sessionOperations.updateSession, { ...sessionPath(id), body: { goal } });
      return { ...outcomeOf(facts), shown: [["Goal", facts.session.goal ?? text.none]] };
    },
  },
  change_scheduling_class: {
    does: "sets its scheduling class",
    takes: ["scheduling_class"],
    needs: "scheduling_class",
    async run({ scheduling_class = "" }, { id, call }) {
      const body = { scheduling_class: scheduling_class === "" ? null : scheduling_class };
      const facts = await call(sessionOperations.updateSession, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Class", facts.session.priority_class]] };
    },
  },
  change_precedence: {
    does: "sets its rank among waiting sessions",
    takes: ["precedence", "place"],
    async run({ precedence, place }, { id, call }) {
      const facts = await call(sessionOperations.updateSession, {
        ...sessionPath(id),
        body: { precedence, place },
      });
      return { ...outcomeOf(facts), shown: [["Precedence", facts.session.precedence]] };
    },
  },
  set_visibility: {
    does: "shows, hides or snoozes it on the board",
    takes: ["visibility", "snoozed_until", "timezone"],
    needs: "visibility",
    async run({ visibility = "visible", snoozed_until, timezone }, { id, call }) {
      const body = { visibility, snoozed_until, timezone };
      const facts = await call(sessionSettingsOperations.changeVisibility, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Visibility", facts.session.effective_visibility]] };
    },
  },
  set_heartbeat: {
    does: "turns its automatic prompt while idle on or off, or changes the interval",
    takes: ["enabled", "interval_seconds"],
    async run({ enabled, interval_seconds }, { id, call }) {
      const body = { enabled, interval_seconds };
      const facts = await call(sessionSettingsOperations.changeHeartbeat, { ...sessionPath(id), body });
      const seconds = facts.heartbeat_enabled ? facts.heartbeat_interval_seconds : null;
      return { ...outcomeOf(facts), shown: [["Heartbeat", text.heartbeat(seconds)]] };
    },
  },
  update_notes: {
    does: "sets notes that are added below every prompt",
    takes: ["session_notes"],
    needs: "session_notes",
    async run({ session_notes }, { id, call }) {
      const facts = await call(sessionSettingsOperations.changeNotes, {
        ...sessionPath(id),
        body: { session_notes },
      });
      return { ...outcomeOf(facts), shown: [["Notes", facts.session.session_notes ?? text.none]] };
    },
  },
  update_title: {
    does: "renames it",
    takes: ["title"],
    needs: "title",
    run: async ({ title }, { id, call }) =>
      outcomeOf(await call(sessionOperations.updateSession, { ...sessionPath(id), body: { title } })),
  },
  set_attention: {
    does: "corrects what it waits for, until it works again",
    takes: ["attention"],
    needs: "attention",
    async run({ attention = "automatic" }, { id, call }) {
      const body = { kind: attention === "automatic" ? null : attention };
      const facts = await call(sessionSettingsOperations.changeAttention, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Attention", attentionLine(facts.session)]] };
    },
  },
  toggle_favorite: {
    does: "toggles whether it is a favorite",
    async run(_input, { id, call }) {
      const facts = await call(sessionSettingsOperations.toggleFavorite, sessionPath(id));
      return { ...outcomeOf(facts), shown: [["Favorite", facts.favorited ? "yes" : "no"]], facts };
    },
  },
  regenerate_status_summary: {
    does: "regenerates its status summary",
    async run(_input, { id, call }) {
      const facts = await call(summaryOperations.regenerateStatusSummary, sessionPath(id));
      return { facts, message: facts.message, shown: [["ID", facts.session_id]] };
    },
  },
  fork: {
    does: "creates a session that continues from a line of its transcript",
    takes: ["message_index"],
    needs: "message_index",
    async run({ message_index = 0 }, { id, call, roots }) {
      if (roots !== null) {
        const { session } = await call(overviewOperations.getSession, sessionPath(id));
        const root = session.metadata["agent_root_key"];
        if (typeof root !== "string" || !roots.includes(root)) throw toolRefusal("other_root", { id });
      }
      return outcomeOf(
        await call(forkOperations.forkSession, { ...sessionPath(id), body: { message_index } }),
      );
    },
  },
} as const satisfies Record<string, Action>;

export const settingsActions = { ...artifactActions, ...propertyActions };
