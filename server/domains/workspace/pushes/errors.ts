import { defineRefusals } from "../../../lib/errors.ts";

export const pushRefusal = defineRefusals({
  other_session: {
    status: 403,
    label: "Forbidden",
    message: "A session's token is good for its own pushes only",
  },
  push_only: {
    status: 403,
    label: "Forbidden",
    message: "Only pushes are taken here. Fetch from the repository itself",
  },
  too_large: {
    status: 413,
    label: "Push too large",
    message: ({ megabytes }) => `A push may have at most ${megabytes} MB. Push fewer commits at a time`,
  },
  encoded: {
    status: 415,
    label: "Unsupported Media Type",
    message: "Send the push as git does, not compressed",
  },
});
