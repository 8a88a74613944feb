import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { anySession, targetField } from "../../../mcp/target.ts";
import { defineTool, type ToolAnswer } from "../../../mcp/tool.ts";
import { categoryRefusal } from "./errors.ts";
import { type Category, categoryOperations, uncategorized } from "./model.ts";
import { text } from "./text.ts";

const input = z.object({
  action: z.enum(["list", "create", "update", "delete", "reorder", "set_session_category"]),
  category_id: z.number().int().nullish().describe("Required for update and delete"),
  name: z
    .string()
    .optional()
    .describe("At most 100 characters; must differ from every other name, ignoring case"),
  description: z.string().optional().describe("What belongs in it, at most 1,000 characters"),
  is_frozen: z.boolean().optional(),
  ids: z
    .array(z.union([z.number().int(), z.literal(uncategorized)]))
    .optional()
    .describe("Ids of categories from the top"),
  session_id: targetField,
});
type Input = z.output<typeof input>;

/** All actions of the published client's tool of the same name. */
export const manageCategories = defineTool({
  name: "manage_categories",
  description: text.tool.description,
  effect: "destroy",
  input,
  run: (given, caller) => actions[given.action](given, caller),
});

type Action = (given: Input, caller: McpCaller) => Promise<ToolAnswer>;

const actions: Record<Input["action"], Action> = {
  async list(_given, { call }) {
    const facts = await call(categoryOperations.listCategories, {});
    const { categories } = facts;
    const blocks = categories.length === 0 ? [text.tool.none] : categories.map(block);
    return { text: page(heading(2, text.tool.list(categories.length)), ...blocks), facts };
  },
  async create({ name, description, is_frozen }, { call }) {
    if (name === undefined) throw categoryRefusal("missing", { name: "name", action: "create" });
    const body = { name, description, is_frozen };
    const facts = await call(categoryOperations.createCategory, { body });
    return { text: page(heading(2, text.tool.created), block(facts.category)), facts };
  },
  async update(given, { call }) {
    const params = categoryPath(given);
    const { name, description, is_frozen } = given;
    if (name === undefined && description === undefined && is_frozen === undefined)
      throw categoryRefusal("missing", { name: text.tool.changes, action: "update" });
    const body = { name, description, is_frozen };
    const facts = await call(categoryOperations.updateCategory, { params, body });
    return { text: page(heading(2, text.tool.updated), block(facts.category)), facts };
  },
  async delete(given, { call }) {
    const params = categoryPath(given);
    await call(categoryOperations.deleteCategory, { params });
    const id = Number(params.id);
    return {
      text: page(heading(2, text.tool.deleted), text.tool.wasDeleted(id)),
      facts: { category_id: id, deleted: true },
    };
  },
  async reorder({ ids }, { call }) {
    if (ids === undefined) throw categoryRefusal("missing", { name: "ids", action: "reorder" });
    const facts = await call(categoryOperations.reorderCategories, { body: { ids } });
    return { text: page(heading(2, text.tool.reordered), ...facts.categories.map(block)), facts };
  },
  async set_session_category({ session_id, category_id = null }, caller) {
    const params = { id: anySession(session_id, caller) };
    const facts = await caller.call(categoryOperations.setSessionCategory, { params, body: { category_id } });
    const { session, message } = facts;
    const about = factList([
      ["Session ID", session.id],
      ["Category", session.category?.name ?? text.uncategorized],
      ["Result", message],
    ]);
    return { text: page(heading(2, text.tool.assigned), about), facts };
  },
};

function categoryPath({ category_id, action }: Input): { id: string } {
  if (category_id == null) throw categoryRefusal("missing", { name: "category_id", action });
  return { id: String(category_id) };
}

const block = (category: Category): string =>
  page(
    heading(3, text.tool.block(category)),
    factList([
      ["Position", category.position],
      ["Frozen", category.is_frozen ? text.tool.yes : text.tool.no],
      ["Description", category.description],
      ["Sessions", category.session_count],
    ]),
  );
