import { text } from "./text.ts";

const names: Readonly<Record<string, string>> = text.recurring.jobs;

/** What a recurring job does, in words; its kind if a newer service has one that this page does not know. */
export const recurringJobName = (kind: string): string => names[kind] ?? kind;
