import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";
import { text } from "./text.ts";

const label = "Unanalyzable session";

export const outcomeRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: text.notFound },
  no_such: { status: 404, label: "Not Found", message: text.noSuch },
  not_archived: { status: 422, label, message: ({ status = "" }) => text.notArchived(String(status)) },
  is_analyzer: { status: 422, label, message: text.isAnalyzer },
  own_analyzer: { status: 422, label, message: text.ownAnalyzer },
  no_analyzer: {
    status: 422,
    label: "Invalid parameter",
    message: ({ id = 0 }) => text.noAnalyzer(Number(id)),
  },
});

export const invalidTree = (problems: readonly string[]): Refusal =>
  invalid(problems, "Invalid Segment tree");
