import type { ConditionKind, TriggerStatus } from "../../../server/domains/automation/triggers/model.ts";
import { defined, readChoice, readNumber } from "../../lib/search-values.ts";

/** The search parameters of the list of triggers. */
export interface TriggersSearch {
  status?: TriggerStatus;
  kind?: ConditionKind;
  page?: number;
}

// Written out, since the router loads this before it loads the page.
const known = {
  status: { enabled: true, disabled: true, failed: true } satisfies Record<TriggerStatus, true>,
  kind: {
    schedule: true,
    code_host_label: true,
    code_host_issue: true,
    code_host_check: true,
    chat: true,
    chat_bridge: true,
    ao_event: true,
    system_event: true,
  } satisfies Record<ConditionKind, true>,
};
export const statuses = Object.keys(known.status) as TriggerStatus[];
export const kinds = Object.keys(known.kind) as ConditionKind[];

/** The valid parameters of an address; all others are dropped. */
export const readTriggersSearch = (given: Readonly<Record<string, unknown>>): TriggersSearch =>
  defined({
    status: readChoice(given["status"], statuses),
    kind: readChoice(given["kind"], kinds),
    page: readNumber(given["page"]),
  });
