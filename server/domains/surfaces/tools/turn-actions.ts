import type { Fact } from "../../../mcp/markdown.ts";
import type { ArmedWake } from "../../sessions/wakes/model.ts";
import { turnOperations } from "../../turns/turns/model.ts";
import { type Action, type Outcome, outcomeOf, sessionPath } from "./actions.ts";
import type { SessionToolDeps } from "./ports.ts";
import { wakeList } from "./session-page.ts";
import { text } from "./text.ts";

/** Actions that start, stop or delay turns. */
const operationActions = {
  follow_up: {
    does: "sends it a prompt, which is queued while a turn is active",
    takes: ["prompt", "goal", "force_immediate"],
    needs: "prompt",
    async run({ prompt = "", goal, force_immediate }, { id, sessionId, call }) {
      const body = { prompt, goal, force_immediate, acting_session_id: sessionId };
      const facts = await call(turnOperations.followUp, { ...sessionPath(id), body });
      if (facts.enqueued_message) return { ...outcomeOf(facts), heading: text.follow_up.queued };
      const isInterrupt = force_immediate === true;
      return { ...outcomeOf(facts), ...(isInterrupt && { heading: text.follow_up.interrupting }) };
    },
  },
  message_parent: {
    does: "reports to the session that spawned it",
    takes: ["message", "reason", "force_immediate", "unarchive_parent"],
    needs: "message",
    async run({ message = "", reason = "other", force_immediate, unarchive_parent }, { id, call }) {
      const body = { message, reason, force_immediate, unarchive_parent };
      const facts = await call(turnOperations.messageParent, { ...sessionPath(id), body });
      const delivered = facts.enqueued_message === undefined;
      return { ...outcomeOf(facts), facts: { ...facts, delivered } };
    },
  },
  pause: {
    does: "stops its active turn",
    run: async (_input, { id, call }) => outcomeOf(await call(turnOperations.pauseSession, sessionPath(id))),
  },
  sleep: {
    does: "sleeps after its turn until it gets a message",
    run: async (_input, { id, call }) => outcomeOf(await call(turnOperations.sleepSession, sessionPath(id))),
  },
  restart: {
    does: "queues it again, from its conversation or from the start",
    run: async (_input, { id, call }) =>
      outcomeOf(await call(turnOperations.restartSession, { ...sessionPath(id), body: {} })),
  },
  unarchive: {
    does: "brings it back from the archive",
    run: async (_input, { id, call }) =>
      outcomeOf(await call(turnOperations.unarchiveSession, sessionPath(id))),
  },
  refresh: {
    does: "reads its transcript again; restarts it if it failed",
    run: async (_input, { id, call }) =>
      outcomeOf(await call(turnOperations.refreshSession, sessionPath(id))),
  },
  refresh_all: {
    does: "refreshes all sessions",
    many: true,
    async run(_input, { call }) {
      const facts = await call(turnOperations.refreshAllSessions, {});
      return {
        facts,
        message: facts.message,
        shown: [
          ["Refreshed", facts.refreshed],
          ["Restarted", facts.restarted],
          ["Continued", facts.continued],
          ["Errors", facts.errors],
        ],
      };
    },
  },
  bulk_archive: {
    does: "archives several sessions",
    takes: ["session_ids", "force", "end_turn"],
    needs: "session_ids",
    many: true,
    async run({ session_ids, force, end_turn }, { call }) {
      const body = { session_ids, force, end_turn };
      const facts = await call(turnOperations.bulkArchiveSessions, { body });
      const refused = facts.errors.map(({ id, message }): Fact => [`Session ${id}`, message]);
      return { facts, shown: [["Archived", facts.archived_count], ...refused] };
    },
  },
} as const satisfies Record<string, Action>;

/** Actions that need more than an operation. */
const otherActions = ({ idOf, wakes, archiveOwn }: SessionToolDeps) =>
  ({
    archive: {
      does: "archives it; your own session is archived once your turn ends, so make this your last action",
      takes: ["force", "end_turn"],
      async run({ force, end_turn }, { id, sessionId, call }) {
        if (idOf(id) !== sessionId)
          return outcomeOf(
            await call(turnOperations.archiveSession, { ...sessionPath(id), body: { force, end_turn } }),
          );
        const options = { force: force === true, endTurn: end_turn !== false };
        const message = await archiveOwn(sessionId, options);
        return { facts: { session_id: sessionId, message }, message };
      },
    },
    rest_in_needs_input: {
      does: "waits for a person's input, even if a wake is pending; make this your last action",
      takes: ["cancel_wakes"],
      run({ cancel_wakes }, { id, sessionId }) {
        const pending = wakes.restForPerson(id);
        if (cancel_wakes === true) wakes.cancel(id);
        const left = withWakes(cancel_wakes === true ? [] : pending);
        if (idOf(id) !== sessionId) return left;
        const message = text.endTurnNow;
        return { ...left, facts: { ...left.facts, message }, message };
      },
    },
    cancel_wakes: {
      does: "cancels pending wakes",
      takes: ["wake_id"],
      run: ({ wake_id }, { id }) => withWakes(wakes.cancel(id, wake_id)),
    },
  }) as const satisfies Record<string, Action>;

const withWakes = (wakes: readonly ArmedWake[]): Outcome => ({
  facts: { wakes },
  list: wakes.length === 0 ? text.noWakes : wakeList(wakes),
});

export const turnActions = (deps: SessionToolDeps) => ({ ...operationActions, ...otherActions(deps) });
