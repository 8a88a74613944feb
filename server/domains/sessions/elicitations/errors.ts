import { defineRefusals } from "../../../lib/errors.ts";

export const elicitationRefusal = defineRefusals({
  unknown_token: {
    status: 404,
    label: "Not Found",
    message: "Invalid token, or one of a turn that has ended",
  },
  not_found: { status: 404, label: "Not Found", message: "Question not found" },
  missing_parameter: {
    status: 422,
    label: "Missing parameter",
    message: ({ name = "" }) => `${name} is required`,
  },
  request_is_number: {
    status: 422,
    label: "Invalid request id",
    message: "A request id cannot be all digits, because it would look like the number of a question",
  },
  duplicate_request: {
    status: 422,
    label: "Duplicate request",
    message: ({ requestId = "" }) => `The request id "${requestId}" is already used by another question`,
  },
  too_many: {
    status: 422,
    label: "Too many questions",
    message: ({ limit = 0 }) => `The session already has ${limit} open questions`,
  },
  resolved: {
    status: 422,
    label: "Already resolved",
    message: ({ status = "" }) =>
      status === "expired" ? "The question has expired" : `The question is already closed (${status})`,
  },
});
