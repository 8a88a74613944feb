import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";

export const liveSettingRefusal = defineRefusals({
  change_not_found: { status: 404, label: "Not found", message: "There is no such change" },
  guidance_untouched: {
    status: 422,
    label: "Cannot restore",
    message: "That change did not touch the guidance",
  },
});

export const invalidLiveSettings = (problems: readonly string[]): Refusal =>
  invalid(problems, "Invalid live settings");
