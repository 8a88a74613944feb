import { defineRefusals } from "../../../lib/errors.ts";

export const rateRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "This model has no price of your own" },
});
