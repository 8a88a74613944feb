import type { toast } from "sonner";
import { create } from "zustand";
import { sentencesOf } from "../lib/api-error.ts";

const readableMs = 10_000;

type Show = (toaster: typeof toast) => void;

interface Toasts {
  /** What shows words is to be there. */
  wanted: boolean;
  /** What shows them, once it is there. */
  toaster: typeof toast | null;
  /** Words that wait for it. */
  waiting: readonly Show[];
}

export const useToasts = create<Toasts>()(() => ({ wanted: false, toaster: null, waiting: [] }));

/** Fetches what shows words before there are any, so that a screen reader knows the place. */
export const prepareToasts = (): void => useToasts.setState({ wanted: true });

/** The words that waited are shown, in their order. */
export function startToasts(toaster: typeof toast): void {
  const { waiting } = useToasts.getState();
  useToasts.setState({ toaster, waiting: [] });
  for (const show of waiting) show(toaster);
}

function say(show: Show): void {
  const { toaster, waiting } = useToasts.getState();
  if (toaster) show(toaster);
  else useToasts.setState({ wanted: true, waiting: [...waiting, show] });
}

interface Words {
  /** A second sentence. */
  about?: string | undefined;
  /** The way back; the words stay longer then. */
  undo?: (() => unknown) | undefined;
  /** Another thing to do next, where there is no way back. */
  next?: { label: string; onClick(): void } | undefined;
  /** Words that are already there under this name give way. */
  id?: string | number | undefined;
}

function optionsOf({ about, undo, next, id }: Words) {
  const action = undo ? { label: "Undo", onClick: () => void undo() } : next;
  return {
    ...(about !== undefined && { description: about }),
    ...(action && { action, duration: readableMs }),
    ...(id !== undefined && { id }),
  };
}

/** Says that something was done, with the way back where there is one. */
export function sayDone(text: string, words: Words = {}): void {
  say((toaster) => toaster.success(text, optionsOf(words)));
}

/** Says what else has to be known; it stays until it can have been read. */
export function sayWarning(text: string, words: Words = {}): void {
  say((toaster) => toaster.warning(text, { duration: readableMs, ...optionsOf(words) }));
}

/** Says that something was not done, and why: an error's own words, or a sentence. */
export function sayRefused(title: string, why: unknown, words: Pick<Words, "next" | "id"> = {}): void {
  const about = typeof why === "string" ? why : sentencesOf(why).join(" ");
  say((toaster) => toaster.error(title, { duration: readableMs, ...optionsOf({ ...words, about }) }));
}

/** Says that something takes its time. Returns the id by which what comes of it replaces these words. */
export function sayWorking(text: string, about: string): string {
  const id = crypto.randomUUID();
  say((toaster) => toaster.loading(text, { id, description: about }));
  return id;
}

/** Takes words back whose time is over, such as a way back that is none any more: a pointer over them makes them stay. */
export function unsay(id: string): void {
  say((toaster) => toaster.dismiss(id));
}
