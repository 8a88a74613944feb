import { gates } from "../../../server/domains/outcomes/gate-decisions/model.ts";
import { defined, readChoice, readDate, readNumber, readText } from "../../lib/search-values.ts";

/** The search parameters of the page of gate decisions; a missing one means no filter. */
export interface GatesSearch {
  gate?: (typeof gates)[number];
  decision?: string;
  surface?: string;
  /** A part of the address of what was decided about. */
  artifact?: string;
  /** Exactly this address. */
  about?: string;
  /** Words that all occur. */
  q?: string;
  /** Dates of the viewer. */
  from?: string;
  to?: string;
  feedback?: true;
  /** The session that recorded it. */
  session?: number;
  page?: number;
}

/** The valid parameters of an address; all others are dropped. */
export const readGatesSearch = (given: Readonly<Record<string, unknown>>): GatesSearch =>
  defined({
    gate: readChoice(given["gate"], gates),
    decision: readText(given["decision"]),
    surface: readText(given["surface"]),
    artifact: readText(given["artifact"]),
    about: readText(given["about"]),
    q: readText(given["q"]),
    from: readDate(given["from"]),
    to: readDate(given["to"]),
    feedback: given["feedback"] === true ? (true as const) : undefined,
    session: readNumber(given["session"]),
    page: readNumber(given["page"]),
  });
