import type { Category } from "./model.ts";

/** The words of answers about categories. */
export const text = {
  assigned: "Session assigned to category",
  unassigned: "Session moved to Uncategorized",
  uncategorized: "Uncategorized",
  tool: {
    description:
      "Categories, the groups that sessions are sorted into on the board; a session without one is uncategorized. " +
      "Sessions in a frozen category are left out by refresh_all, and by retry_sessions unless you name them.\n" +
      "- list: all categories in their order\n" +
      "- create(name*, description, is_frozen)\n" +
      "- update(category_id*, name, description, is_frozen): changes what you give; an empty description clears it\n" +
      "- delete(category_id*): its sessions become uncategorized\n" +
      '- reorder(ids*): from the top; those left out keep their places, and "uncategorized" moves that group\n' +
      "- set_session_category(session_id*, category_id): none or null makes it uncategorized",
    list: (count: number) => `Categories (${count})`,
    none: "No categories found.",
    created: "Category Created",
    updated: "Category Updated",
    deleted: "Category Deleted",
    reordered: "Categories Reordered",
    assigned: "Session Category Updated",
    wasDeleted: (id: number) => `Category ${id} was deleted. Its sessions are uncategorized now.`,
    block: ({ name, id }: Pick<Category, "name" | "id">) => `${name} (ID: ${id})`,
    yes: "yes",
    no: "no",
    changes: "name, description or is_frozen",
  },
};
