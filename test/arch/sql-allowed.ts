/** Tables that a file uses although another folder owns them, with the reason. Entries may only be removed. */
export const allowed: Record<string, { tables: readonly string[]; reason: string }> = {};
