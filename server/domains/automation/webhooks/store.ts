import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { webhookDeliveries } from "./table.ts";

type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type NewDelivery = Pick<DeliveryRow, "host" | "deliveryId" | "event" | "receivedAt"> & {
  body: string;
  bodyHash: string;
};

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export function deliveryStore({ sql }: Database) {
  const { columns, read } = rowsOf<DeliveryRow>(webhookDeliveries);
  const insert = sql.prepare<[NewDelivery]>(`
    INSERT INTO webhook_deliveries (host, delivery_id, event, body, body_hash, received_at)
    VALUES (@host, @deliveryId, @event, @body, @bodyHash, @receivedAt) ON CONFLICT DO NOTHING`);
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM webhook_deliveries WHERE id = ?`);
  const clear = sql.prepare<[number]>("UPDATE webhook_deliveries SET body = NULL WHERE id = ?");
  const removeOld = sql.prepare<[number]>("DELETE FROM webhook_deliveries WHERE received_at <= ?");

  return {
    /** Null for a delivery that is known already, by its id or by its body. */
    add(delivery: NewDelivery): number | null {
      const { changes, lastInsertRowid } = insert.run(delivery);
      return changes === 1 ? Number(lastInsertRowid) : null;
    },
    /** `body` is undefined if it is not JSON. */
    find(id: number): (Omit<DeliveryRow, "body"> & { body: unknown; isDone: boolean }) | undefined {
      const raw = byId.get(id);
      if (raw === undefined) return undefined;
      const { body, ...row } = read(raw);
      return { ...row, body: body === null ? undefined : parsed(body), isDone: body === null };
    },
    clear: (id: number): void => void clear.run(id),
    removeOlderThan: (at: number): void => void removeOld.run(at),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
