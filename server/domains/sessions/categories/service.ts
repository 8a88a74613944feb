import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { AppSettings } from "../../owner/app-settings/index.ts";
import type { SessionService } from "../sessions/index.ts";
import type { Session } from "../sessions/model.ts";
import { categoryRefusal } from "./errors.ts";
import {
  type Category,
  type CategoryList,
  type CategoryPatch,
  type CategoryPlace,
  categoryLimit,
  type NewCategory,
} from "./model.ts";
import { categoryOrder } from "./order.ts";
import { checkPlaces, readDescription, readId, readName, reordered } from "./rules.ts";
import { type CategoryRow, type CategoryStore, categoryStore } from "./store.ts";
import { text } from "./text.ts";
import { categoryView } from "./view.ts";

export interface CategoryDeps {
  database: Database;
  clock: Clock;
  settings: AppSettings;
  sessions: Pick<SessionService, "find" | "write" | "view" | "leaveCategory">;
  /** Called inside the transaction of each change. */
  changed(): void;
}

export type CategoryService = ReturnType<typeof categoryService>;

/** The categories, their order, and which session is in which. */
export function categoryService(deps: CategoryDeps) {
  const { database, sessions, changed } = deps;
  const store = categoryStore(database);
  const order = categoryOrder(store, deps.settings);

  return {
    list: order.list,
    ...editing(deps, store, order),

    remove: (reference: string): void =>
      database.transaction(() => {
        const { id } = findCategory(store, reference);
        sessions.leaveCategory(id);
        store.remove(id);
        order.arrange(order.stack());
        changed();
      }),

    reorder: (ids: readonly CategoryPlace[]): CategoryList =>
      database.transaction(() => {
        const before = order.stack();
        checkPlaces(before, ids);
        order.arrange(reordered(before, ids));
        changed();
        return order.list();
      }),

    assign: (reference: string, categoryId: number | null): { session: Session; message: string } =>
      database.transaction(() => {
        const row = sessions.find(reference);
        if (categoryId !== null) findCategory(store, String(categoryId));
        const after = row.categoryId === categoryId ? row : sessions.write(row, { categoryId });
        if (after !== row) changed();
        return {
          session: sessions.view(after),
          message: categoryId === null ? text.unassigned : text.assigned,
        };
      }),
  };
}

function findCategory(store: CategoryStore, reference: string): CategoryRow {
  const id = readId(reference);
  const row = id === null ? undefined : store.byId(id);
  if (!row) throw categoryRefusal("not_found", { id: reference });
  return row;
}

/** Creates and changes single categories. */
function editing(
  { database, clock, changed }: CategoryDeps,
  store: CategoryStore,
  { endPosition }: ReturnType<typeof categoryOrder>,
) {
  const view = (row: CategoryRow): Category => categoryView(row, store.sessionCounts().get(row.id) ?? 0);

  function checkName(name: string, own?: number): string {
    const other = store.byName(name);
    if (other && other.id !== own) throw categoryRefusal("name_taken", { name: other.name });
    return name;
  }

  return {
    create: ({ name: given, description = null, is_frozen = false }: NewCategory): Category =>
      database.transaction(() => {
        const name = checkName(readName(given));
        if (store.all().length >= categoryLimit) throw categoryRefusal("too_many");
        const now = clock.now();
        const row = store.insert({
          name,
          description: readDescription(description),
          position: endPosition(),
          isFrozen: is_frozen,
          createdAt: now,
          updatedAt: now,
        });
        changed();
        return view(row);
      }),

    update: (reference: string, { name, description, is_frozen }: CategoryPatch): Category =>
      database.transaction(() => {
        const row = findCategory(store, reference);
        const changes = {
          name: name === undefined ? row.name : checkName(readName(name), row.id),
          description: description === undefined ? row.description : readDescription(description),
          isFrozen: is_frozen ?? row.isFrozen,
        };
        const isSame =
          changes.name === row.name &&
          changes.description === row.description &&
          changes.isFrozen === row.isFrozen;
        if (isSame) return view(row);
        const after = store.change(row.id, { ...changes, updatedAt: clock.now() }) ?? row;
        changed();
        return view(after);
      }),
  };
}
