import { reprioritizingOperations } from "../../automation/reprioritizing/model.ts";
import { categoryOperations } from "../../sessions/categories/model.ts";
import { hierarchyOperations } from "../../sessions/hierarchy/model.ts";
import { sessionOperations } from "../../sessions/sessions/model.ts";
import { type Action, outcomeOf, sessionPath } from "./actions.ts";
import { text } from "./text.ts";

/** Actions on what is recorded of a session, and on its place among others (R218). */
export const recordActions = {
  update_slug: {
    does: "sets its slug, a name you can use in place of its id",
    takes: ["slug"],
    needs: "slug",
    async run({ slug }, { id, call }) {
      const facts = await call(sessionOperations.updateSession, { ...sessionPath(id), body: { slug } });
      return { ...outcomeOf(facts), shown: [["Slug", facts.session.slug ?? text.none]] };
    },
  },
  update_custom_metadata: {
    does: "replaces the caller's own data",
    takes: ["custom_metadata"],
    needs: "custom_metadata",
    async run({ custom_metadata }, { id, call }) {
      const body = { custom_metadata };
      const facts = await call(sessionOperations.updateSession, { ...sessionPath(id), body });
      return {
        ...outcomeOf(facts),
        shown: [["Custom Metadata", Object.keys(facts.session.custom_metadata).length]],
      };
    },
  },
  set_autonomous: {
    does: "sets whether it works autonomously",
    takes: ["is_autonomous"],
    needs: "is_autonomous",
    async run({ is_autonomous }, { id, call }) {
      const body = { is_autonomous };
      const facts = await call(sessionOperations.updateSession, { ...sessionPath(id), body });
      return { ...outcomeOf(facts), shown: [["Autonomous", facts.session.is_autonomous ? "yes" : "no"]] };
    },
  },
  change_category: {
    does: "moves it to a category, or to none",
    takes: ["category_id"],
    needs: "category_id",
    async run({ category_id = null }, { id, call }) {
      const body = { category_id };
      const facts = await call(categoryOperations.setSessionCategory, { ...sessionPath(id), body });
      return {
        ...outcomeOf(facts),
        shown: [["Category", facts.session.category?.name ?? text.uncategorized]],
      };
    },
  },
  detach_uncle: {
    does: "removes the link to a session that it reports to besides its parent",
    takes: ["uncle_id"],
    needs: "uncle_id",
    async run({ uncle_id = 0 }, { id, call }) {
      const params = { id, uncle_id: String(uncle_id) };
      await call(hierarchyOperations.detachUncle, { params });
      return {
        facts: { session_id: id, uncle_id },
        shown: [
          ["ID", id],
          ["Uncle", uncle_id],
        ],
      };
    },
  },
  delete: {
    does: "deletes it for good, with its clone and files",
    async run(_input, { id, call }) {
      await call(sessionOperations.deleteSession, sessionPath(id));
      return { facts: { session_id: id, deleted: true }, shown: [["ID", id]] };
    },
  },
  reprioritize: {
    does: "starts the session whose agent reviews the order of all sessions",
    many: true,
    run: async (_input, { call }) => outcomeOf(await call(reprioritizingOperations.reprioritizeSessions, {})),
  },
} as const satisfies Record<string, Action>;
