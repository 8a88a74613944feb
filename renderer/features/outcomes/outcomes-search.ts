import { outcomeKinds } from "../../../server/domains/outcomes/analyses/model.ts";
import { defined, readChoice, readDate, readNumber, readText } from "../../lib/search-values.ts";

/** What narrows a list to some sessions. Dates are those of the viewer. */
export interface SessionsSearch {
  from?: string;
  to?: string;
  root?: string;
  runtime?: string;
  model?: string;
}

/** The search parameters of the outcomes page; a missing one means no filter. */
export interface OutcomesSearch extends SessionsSearch {
  outcome?: (typeof outcomeKinds)[number];
  page?: number;
}

type Given = Readonly<Record<string, unknown>>;

export const readSessionsSearch = (given: Given): SessionsSearch =>
  defined({
    from: readDate(given["from"]),
    to: readDate(given["to"]),
    root: readText(given["root"]),
    runtime: readText(given["runtime"]),
    model: readText(given["model"]),
  });

/** The valid parameters of an address; all others are dropped. */
export const readOutcomesSearch = (given: Given): OutcomesSearch => ({
  ...readSessionsSearch(given),
  ...defined({ outcome: readChoice(given["outcome"], outcomeKinds), page: readNumber(given["page"]) }),
});

/** What the page of one session's analysis shows: an earlier one instead of the current one, and a segment of it. */
export interface AnalysisSearch {
  analysis?: number;
  segment?: string;
}

export const readAnalysisSearch = (given: Given): AnalysisSearch =>
  defined({ analysis: readNumber(given["analysis"]), segment: readText(given["segment"]) });
