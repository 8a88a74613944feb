import { instant } from "../../../lib/instant.ts";
import type { Category } from "./model.ts";
import type { CategoryRow } from "./store.ts";

export const categoryView = (row: CategoryRow, sessionCount: number): Category => ({
  id: row.id,
  name: row.name,
  description: row.description,
  position: row.position,
  is_frozen: row.isFrozen,
  session_count: sessionCount,
  created_at: instant(row.createdAt),
  updated_at: instant(row.updatedAt),
});
