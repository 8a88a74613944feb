import { viewNames } from "../../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

const views = viewNames.toReversed().map((value) => ({ value, label: text.views[value] }));

/** The orders of the board, its own first. */
export const orderOptions = [
  ...views.filter(({ value }) => value === "user"),
  ...views.filter(({ value }) => value !== "user"),
];
