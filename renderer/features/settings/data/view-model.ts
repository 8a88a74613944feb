import type { Backup, BackupState } from "../../../../server/domains/installation/backups/model.ts";
import type {
  DataFolder,
  FolderPart,
  KeptByVariable,
  Retention,
} from "../../../../server/domains/installation/data-folder/model.ts";

const units = ["B", "KB", "MB", "GB", "TB"];

/** "0 B", "12 KB", "1.4 GB": three figures at most, in steps of 1,024. */
export function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1_024 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}

/** What each part is, in the words of who wonders whether it may go. */
export const partWords: Readonly<Record<FolderPart["part"], { title: string; text: string }>> = {
  database: { title: "Database", text: "Sessions, transcripts and settings" },
  search: { title: "Search index", text: "Rebuilt automatically if missing" },
  archive: { title: "Transcript archive", text: "A zip file of all transcripts" },
  clones: { title: "Clones", text: "Where agents work; deleted with their sessions" },
  homes: { title: "Agents' own files", text: "CLI configuration and conversation of each session" },
  scratch: { title: "Scratch", text: "Files that agents save while they work" },
  attachments: { title: "Attachments", text: "Files sent with messages" },
  stowed: { title: "Clone archives", text: "Unpushed work of archived sessions" },
  backups: { title: "Backups", text: "Copies of the database" },
  other: { title: "Other", text: "The key for stored secrets, certificates, and the installation id" },
};

export const totalOf = ({ parts }: DataFolder): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The largest first; those with nothing in them are left out. */
export const shownParts = ({ parts }: DataFolder): FolderPart[] =>
  parts.filter(({ bytes, complete }) => bytes > 0 || !complete).toSorted((a, b) => b.bytes - a.bytes);

/** At most this share of the disk is left when a person should be told. */
const scarceShare = 0.05;

export const isScarce = ({ free_bytes, disk_bytes }: DataFolder): boolean =>
  disk_bytes > 0 && free_bytes / disk_bytes < scarceShare;

export const keptWords: Readonly<Record<KeptByVariable["kept"], string>> = {
  questions: "A tool's question waits for an answer",
  archive: "The transcript archive is updated every",
  sign_in: "A web sign-in expires after its last use",
  trusted_browser: "A trusted browser skips the code for",
};

export function amountWords({ value, unit }: Pick<KeptByVariable, "value" | "unit">): string {
  return `${value.toLocaleString()} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

/** Days that can be chosen, the usual among them and the chosen one even where it is no other. */
export function trashOptions({ trash_days: { chosen, usual } }: Retention) {
  const days = [...new Set([1, 7, 14, 30, 90, ...(chosen === null ? [] : [chosen])])].toSorted(
    (a, b) => a - b,
  );
  return [
    { value: "", label: `Default: ${amountWords({ value: usual, unit: "days" })}` },
    ...days.map((day) => ({ value: String(day), label: amountWords({ value: day, unit: "days" }) })),
  ];
}

/** From 0 to 1; the last twentieth is the check of the copy. */
export function progressOf(underWay: NonNullable<BackupState["under_way"]>): number {
  return underWay.of <= 0 ? 0 : Math.min(underWay.bytes / underWay.of, 0.95);
}

export const kindWords: Readonly<Record<Backup["kind"], string | null>> = {
  copy: null,
  before_restore: "Saved before a restore",
};

/** What the last check of a backup found; null before the first. */
export function checkWords({ check }: Backup): { ok: boolean; text: string } | null {
  if (check === null) return null;
  if (check.problem !== null) return { ok: false, text: check.problem };
  const sessions = check.sessions ?? 0;
  return { ok: true, text: `Sound, with ${sessions} ${sessions === 1 ? "session" : "sessions"}` };
}
