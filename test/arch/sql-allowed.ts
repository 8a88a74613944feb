/** Tables by the file that uses them although another folder owns them, and why. Entries only go. */
export const allowed: Record<string, { tables: readonly string[]; reason: string }> = {};
