import { type RefObject, useCallback, useMemo, useRef } from "react";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { type HotkeyId, hotkeyOf } from "../../lib/hotkeys.ts";

/** The first changed line of each hunk; the name of a file without one, because it is not opened yet or has no lines to show. */
function stopsOf(file: HTMLElement): HTMLElement[] {
  const hunks = [...file.querySelectorAll<HTMLElement>("button[data-hunk]")];
  const header = headerOf(file);
  if (hunks.length > 0 || header === null) return hunks;
  // One that was viewed is folded, and passed over.
  const isFolded = header.ariaExpanded === "false" && !isUnopened(file);
  return isFolded ? [] : [header];
}

const isUnopened = (file: HTMLElement): boolean => file.dataset["unopened"] !== undefined;

const fileOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("li[data-file]") ?? null;

const headerOf = (file: HTMLElement): HTMLElement | null => file.querySelector("button[aria-expanded]");

/** The element in the list that has the focus; null if none has. */
const focusedIn = (list: HTMLElement): Element | null =>
  list.contains(document.activeElement) ? document.activeElement : null;

/** The next or previous stop from what has the focus, or the first one. */
function stopFrom(list: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>("li[data-file]")].flatMap(stopsOf);
  const from = focusedIn(list);
  if (from === null) return step === 1 ? all[0] : all.at(-1);
  const isBeyond = (stop: HTMLElement): boolean => {
    const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    return stop !== from && (from.compareDocumentPosition(stop) & side) !== 0;
  };
  return step === 1 ? all.find(isBeyond) : all.findLast(isBeyond);
}

function focusStop(stop: HTMLElement): void {
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "center" });
}

/** The file that has the focus, or else the first one in view. */
function currentFile(list: HTMLElement): HTMLElement | null {
  const focused = fileOf(focusedIn(list));
  if (focused) return focused;
  const { top } = list.getBoundingClientRect();
  const files = [...list.querySelectorAll<HTMLElement>("li[data-file]")];
  return files.find((file) => file.getBoundingClientRect().bottom > top + 1) ?? null;
}

const described = (id: HotkeyId): Omit<Command, "run"> => ({
  id,
  hotkey: id,
  label: hotkeyOf(id).label,
  group: "This session",
});

interface DiffKeys {
  files: readonly ChangedFile[];
  open(path: string): void;
  /** Also folds or opens it. */
  view(file: ChangedFile, isViewed: boolean): void;
  isViewed(file: ChangedFile): boolean;
}

/**
 * Registers the keys of the changes: from hunk to hunk, a comment on the line in focus, and the file as viewed. Returns what a
 * file's table calls once it is drawn, since a hunk of a file that was just opened is waited for.
 */
export function useDiffKeys(
  list: RefObject<HTMLElement | null>,
  { files, open, view, isViewed }: DiffKeys,
): (table: HTMLElement) => void {
  /** What to do at the first hunk of a file that is being opened. */
  const awaited = useRef<{ path: string; arrive(stop: HTMLElement): void } | null>(null);

  const go = useCallback(
    (step: 1 | -1, arrive: (stop: HTMLElement) => void = focusStop): void => {
      const stop = list.current && stopFrom(list.current, step);
      if (!stop) return;
      if (stop.dataset["hunk"] !== undefined) return arrive(stop);
      focusStop(stop);
      const file = fileOf(stop);
      if (!file || !isUnopened(file)) return;
      const path = file.dataset["file"] ?? "";
      awaited.current = { path, arrive };
      open(path);
    },
    [list, open],
  );

  const comment = useCallback((): void => {
    const focused = list.current && focusedIn(list.current);
    const line = focused?.closest<HTMLElement>("button[data-line]");
    if (line) line.click();
    else
      go(1, (stop) => {
        focusStop(stop);
        stop.click();
      });
  }, [list, go]);

  const toggleViewed = useCallback((): void => {
    const card = list.current && currentFile(list.current);
    const at = files.findIndex(({ path }) => path === card?.dataset["file"]);
    const file = files[at];
    if (!file || !card) return;
    const isNow = !isViewed(file);
    view(file, isNow);
    const next = isNow ? files.slice(at + 1).find((one) => !isViewed(one)) : undefined;
    const to = next && list.current?.querySelector<HTMLElement>(`[data-file="${CSS.escape(next.path)}"]`);
    const shown = to ?? card;
    headerOf(shown)?.focus({ preventScroll: true });
    // Once the viewed file is folded.
    requestAnimationFrame(() => shown.scrollIntoView({ block: to ? "start" : "nearest" }));
  }, [list, files, isViewed, view]);

  const commands = useMemo<readonly Command[]>(
    () => [
      { ...described("changes.next"), run: () => go(1) },
      { ...described("changes.previous"), run: () => go(-1) },
      { ...described("changes.comment"), run: comment },
      { ...described("changes.viewed"), run: toggleViewed },
    ],
    [go, comment, toggleViewed],
  );
  useRegisterCommands("changes", commands);

  return useCallback((table) => {
    const path = fileOf(table)?.dataset["file"];
    const hunk = table.querySelector<HTMLElement>("button[data-hunk]");
    if (!awaited.current || awaited.current.path !== path || !hunk) return;
    const { arrive } = awaited.current;
    awaited.current = null;
    // Whoever went on to something else meanwhile keeps the focus.
    if (document.activeElement === document.body || fileOf(document.activeElement) === fileOf(table))
      arrive(hunk);
  }, []);
}
