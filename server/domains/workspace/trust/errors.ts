import { defineRefusals } from "../../../lib/errors.ts";

export const trustRefusal = defineRefusals({
  not_a_person: {
    status: 403,
    label: "Forbidden",
    message: "Only a person at the board can trust a repository",
  },
  not_trusted: { status: 404, label: "Not Found", message: "This repository is not trusted" },
});
