import type { Genesis } from "../../sessions/sessions/model.ts";
import type { HistoryCause } from "./history-model.ts";
import type { ConditionKind } from "./model.ts";

export interface OutsideKind {
  genesis: Genesis;
  cause: HistoryCause;
  /** What cannot start a session now starts none: a chat goes on, while an issue can wait. */
  isFleeting: boolean;
}

const codeHost = { cause: "code_host", isFleeting: false } as const;
const chat: OutsideKind = { genesis: "chat", cause: "chat", isFleeting: true };

/** The kinds of conditions that watchers of hosts report to. */
const outsideKinds: Partial<Record<ConditionKind, OutsideKind>> = {
  code_host_issue: { genesis: "code_host_issue", ...codeHost },
  code_host_label: { genesis: "code_host_label", ...codeHost },
  // The nearest of the known origins: something new at the code host.
  code_host_check: { genesis: "code_host_issue", ...codeHost },
  chat,
  chat_bridge: chat,
};

export const outsideKindOf = (kind: ConditionKind | undefined): OutsideKind | undefined =>
  kind && outsideKinds[kind];
