import type { toast } from "sonner";
import { create } from "zustand";
import { errorMessages } from "../lib/api-error.ts";

const longDurationMs = 10_000;

type Show = (toaster: typeof toast) => void;

interface Toasts {
  /** What shows words is to be there. */
  isNeeded: boolean;
  /** What shows them, once it is there. */
  toaster: typeof toast | null;
  /** Words that wait for it. */
  pending: readonly Show[];
}

export const useToasts = create<Toasts>()(() => ({ isNeeded: false, toaster: null, pending: [] }));

/** Fetches what shows words before there are any, so that a screen reader knows the place. */
export const prepareToasts = (): void => useToasts.setState({ isNeeded: true });

/** The words that waited are shown, in their order. */
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
  /** A second sentence. */
  description?: string | undefined;
  /** The way back; the words stay longer then. */
  undo?: (() => unknown) | undefined;
  /** Another thing to do next, where there is no way back. */
  action?: { label: string; onClick(): void } | undefined;
  /** Words that are already there under this name give way. */
  id?: string | number | undefined;
}

function sonnerOptions({ description: about, undo, action: next, id }: ToastOptions) {
  const action = undo ? { label: "Undo", onClick: () => void undo() } : next;
  return {
    ...(about !== undefined && { description: about }),
    ...(action && { action, duration: longDurationMs }),
    ...(id !== undefined && { id }),
  };
}

/** Says that something was done, with the way back where there is one. */
export function toastSuccess(text: string, words: ToastOptions = {}): void {
  enqueue((toaster) => toaster.success(text, sonnerOptions(words)));
}

/** Says what else has to be known; it stays until it can have been read. */
export function toastWarning(text: string, words: ToastOptions = {}): void {
  enqueue((toaster) => toaster.warning(text, { duration: longDurationMs, ...sonnerOptions(words) }));
}

/** Says that something was not done, and why: an error's own words, or a sentence. */
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

/** Says that something takes its time. Returns the id by which what comes of it replaces these words. */
export function toastLoading(text: string, about: string): string {
  const id = crypto.randomUUID();
  enqueue((toaster) => toaster.loading(text, { id, description: about }));
  return id;
}

/** Takes words back whose time is over, such as a way back that is none any more: a pointer over them makes them stay. */
export function dismissToast(id: string): void {
  enqueue((toaster) => toaster.dismiss(id));
}
