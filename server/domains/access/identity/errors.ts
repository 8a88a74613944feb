import { defineRefusals } from "../../../lib/errors.ts";

export const identityRefusal = defineRefusals({
  nobody_signed_in: {
    status: 422,
    label: "Nobody is signed in",
    message: "Nobody is signed in to this board, because web sign-in is off",
  },
});
