import type { BannerAction, WaitingReason } from "../../../server/domains/sessions/wait-reasons/model.ts";

/** How the page runs an action. */
export type BannerActionView =
  | { kind: "class"; label: string; schedulingClass: "spot" | "priority" }
  | { kind: "write"; label: string; prompt: string | null }
  | { kind: "open"; label: string; path: string }
  /** There is no such operation; the reason is shown beside the button. */
  | { kind: "missing"; label: string; reason: string };

export function actionView(action: BannerAction): BannerActionView {
  const { label } = action;
  switch (action.kind) {
    case "update_scheduling_class":
      return { kind: "class", label, schedulingClass: action.scheduling_class };
    case "follow_up":
      return { kind: "write", label, prompt: action.prompt };
    case "open_in_browser":
      return isOwnPath(action.path)
        ? { kind: "open", label, path: action.path }
        : { kind: "missing", label, reason: "The link leads to another site." };
    case "force_start":
      return { kind: "missing", label, reason: "Starting ahead of the queue is not supported here yet." };
  }
}

/** A path of this board; `//host` would lead to another one. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** The current reason first, obsolete ones last. */
export const sortReasons = (reasons: readonly WaitingReason[]): WaitingReason[] =>
  reasons.toSorted((a, b) => weight(a) - weight(b));

const weight = ({ current, demoted }: WaitingReason): number => (current ? 0 : demoted ? 2 : 1);

/** Puts a suggested message before the text that is already written, unless it is there already. */
export function withSuggestedPrompt(written: string, prompt: string | null): string {
  if (prompt === null || written.startsWith(prompt)) return written;
  return prompt + written;
}
