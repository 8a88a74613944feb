import { defineRefusals } from "../../../lib/errors.ts";

export const hierarchyRefusal = defineRefusals({
  no_such_link: {
    status: 404,
    label: "Not Found",
    message: ({ uncle = "" }) => `Session ${uncle} is not an additional senior of this session`,
  },
});
