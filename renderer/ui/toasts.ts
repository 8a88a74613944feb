import type { toast } from "sonner";
import { create } from "zustand";
import { errorMessages } from "../lib/api-error.ts";
import { text } from "./text.ts";

const longDurationMs = 10_000;

type Show = (toaster: typeof toast) => void;

interface Toasts {
  /** The toast list should be loaded. */
  isNeeded: boolean;
  /** The toast library, once it is loaded. */
  toaster: typeof toast | null;
  /** Toasts to show once it is loaded. */
  pending: readonly Show[];
}

export const useToasts = create<Toasts>()(() => ({ isNeeded: false, toaster: null, pending: [] }));

/** Loads the toast list before the first toast, so that screen readers know its live region. */
export const prepareToasts = (): void => useToasts.setState({ isNeeded: true });

/** Shows the pending toasts, in order. */
export function startToasts(toaster: typeof toast): void {
  const { pending } = useToasts.getState();
  useToasts.setState({ toaster, pending: [] });
  for (const show of pending) show(toaster);
}

function enqueue(show: Show): void {
  const { toaster, pending: waiting } = useToasts.getState();
  if (toaster) show(toaster);
  else useToasts.setState({ isNeeded: true, pending: [...waiting, show] });
}

interface ToastOptions {
  /** Second line of the toast. */
  description?: string | undefined;
  /** Adds an Undo button and shows the toast longer. */
  undo?: (() => unknown) | undefined;
  /** Another button, for toasts without undo. */
  action?: { label: string; onClick(): void } | undefined;
  /** Replaces the toast that has this id. */
  id?: string | number | undefined;
}

/** What the Undo of the newest toast does; it stays for the keyboard when the toast is gone. */
let newestUndo: (() => unknown) | null = null;

/** Undoes the newest act that can be undone, once. Returns whether there was one. */
export function undoNewest(): boolean {
  const undo = newestUndo;
  newestUndo = null;
  if (undo === null) return false;
  void undo();
  return true;
}

function sonnerOptions({ description: about, undo, action: next, id }: ToastOptions) {
  const once = undo && (() => (newestUndo === undo ? undoNewest() : undo()));
  const action = once ? { label: text.toast.undo, onClick: () => void once() } : next;
  return {
    ...(about !== undefined && { description: about }),
    ...(action && { action, duration: longDurationMs }),
    ...(id !== undefined && { id }),
  };
}

/** Reports success, with an Undo button if there is one. */
export function toastSuccess(text: string, words: ToastOptions = {}): void {
  if (words.undo) newestUndo = words.undo;
  enqueue((toaster) => toaster.success(text, sonnerOptions(words)));
}

/** Reports something the person should know, for long enough to read it. */
export function toastWarning(text: string, words: ToastOptions = {}): void {
  enqueue((toaster) => toaster.warning(text, { duration: longDurationMs, ...sonnerOptions(words) }));
}

/** Reports a failure and its reason: an error's messages, or a sentence. */
export function toastError(
  title: string,
  why: unknown,
  words: Pick<ToastOptions, "action" | "id"> = {},
): void {
  const about = typeof why === "string" ? why : errorMessages(why).join(" ");
  enqueue((toaster) =>
    toaster.error(title, { duration: longDurationMs, ...sonnerOptions({ ...words, description: about }) }),
  );
}

/** Reports work in progress. Returns the id with which the final toast replaces this one. */
export function toastLoading(text: string, about: string): string {
  const id = crypto.randomUUID();
  enqueue((toaster) => toaster.loading(text, { id, description: about }));
  return id;
}

/** Removes a toast that no longer applies, such as one whose Undo has expired. */
export function dismissToast(id: string): void {
  enqueue((toaster) => toaster.dismiss(id));
}
