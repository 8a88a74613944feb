import type { SchedulingClass } from "../../sessions/sessions/model.ts";

const sessions = (count: number): string => `${count} open session${count === 1 ? "" : "s"}`;

export const text = {
  changed: (genesis: string, to: SchedulingClass, moved: number): string =>
    `Sessions of ${genesis} are now ${to}. This moved ${sessions(moved)}.`,
  unchanged: (genesis: string, to: SchedulingClass): string => `Sessions of ${genesis} are ${to} already.`,
  reset: (moved: number): string =>
    `Every origin has its default class again. This moved ${sessions(moved)}.`,
};
