import type { Backup, BackupState } from "../../../../server/domains/installation/backups/model.ts";
import type {
  DataFolder,
  FolderPart,
  KeptByVariable,
  RecordBound,
  Retention,
} from "../../../../server/domains/installation/data-folder/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { recordText, text } from "./text.ts";

/** A size that was counted, which may be incomplete. */
export const sizeOf = ({ bytes, complete }: { bytes: number; complete: boolean }): string =>
  complete ? formatSize(bytes) : text.folder.over(formatSize(bytes));

export const totalOf = ({ parts }: DataFolder): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The parts that are not empty, the largest first. */
export const shownParts = ({ parts }: DataFolder): FolderPart[] =>
  parts.filter(({ bytes, complete }) => bytes > 0 || !complete).toSorted((a, b) => b.bytes - a.bytes);

/** Below this share of free disk space, the page shows a warning. */
const scarceShare = 0.05;

export const isScarce = ({ free_bytes, disk_bytes }: DataFolder): boolean =>
  disk_bytes > 0 && free_bytes / disk_bytes < scarceShare;

export function formatAmount({ value, unit }: Pick<KeptByVariable, "value" | "unit">): string {
  return `${value.toLocaleString()} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

/** The days to choose from, with the default and the present choice. */
export function trashOptions({ trash_days: { chosen, usual } }: Retention) {
  const days = [...new Set([1, 7, 14, 30, 90, ...(chosen === null ? [] : [chosen])])].toSorted(
    (a, b) => a - b,
  );
  return [
    { value: "", label: text.retention.defaultDays(formatAmount({ value: usual, unit: "days" })) },
    ...days.map((day) => ({ value: String(day), label: formatAmount({ value: day, unit: "days" }) })),
  ];
}

/** From 0 to 1; the last twentieth is for verifying the copy. */
export function progressOf(running: NonNullable<BackupState["under_way"]>): number {
  return running.of <= 0 ? 0 : Math.min(running.bytes / running.of, 0.95);
}

/** The result of the last check of a backup; null before the first one. */
export function checkResult({ check }: Backup): { ok: boolean; text: string } | null {
  if (check === null) return null;
  if (check.problem !== null) return { ok: false, text: check.problem };
  const sessions = check.sessions ?? 0;
  return { ok: true, text: text.check.passed(sessions) };
}

/** How long a kind of record stays, in words. */
export function keptFor(bounds: readonly RecordBound[]): string {
  const words = recordText.records;
  const [first] = bounds;
  if (first === undefined) return words.unbounded;
  if (bounds.length === 1 && first.by === "newest" && first.amount !== null)
    return words.onlyNewest(first.amount);
  return words.kept(
    bounds.map(({ by, amount }) => {
      if (by === "session" || amount === null) return words.session;
      return by === "days" ? words.days(amount) : words.newest(amount);
    }),
  );
}
