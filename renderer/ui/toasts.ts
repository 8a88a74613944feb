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

/** An act that the keyboard can still undo when its toast is gone. */
interface Undoable {
  id: string | number | undefined;
  at: number;
  undo(): unknown;
}

let newest: Undoable | null = null;
/** Later a key press is hardly meant for it. */
const undoableMs = 120_000;

/** Undoes the newest act that can be undone. Returns whether there was one. */
export function undoNewest(): boolean {
  if (newest === null || Date.now() - newest.at > undoableMs) return false;
  void newest.undo();
  return true;
}

/** The button and the keyboard undo an act once between them. */
function undoable(id: Undoable["id"], undo: () => unknown): () => unknown {
  let isDone = false;
  const own: Undoable = {
    id,
    at: Date.now(),
    undo() {
      if (newest === own) newest = null;
      if (isDone) return undefined;
      isDone = true;
      return undo();
    },
  };
  newest = own;
  return own.undo;
}

function sonnerOptions({ description: about, undo, action: next, id }: ToastOptions) {
  const action = undo ? { label: text.toast.undo, onClick: () => void undo() } : next;
  return {
    ...(about !== undefined && { description: about }),
    ...(action && { action, duration: longDurationMs }),
    ...(id !== undefined && { id }),
  };
}

/** Reports success, with an Undo button if there is one. */
export function toastSuccess(text: string, words: ToastOptions = {}): void {
  const undo = words.undo && undoable(words.id, words.undo);
  enqueue((toaster) => toaster.success(text, sonnerOptions({ ...words, undo })));
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
  if (newest?.id === id) newest = null;
  enqueue((toaster) => toaster.dismiss(id));
}
