/** The words of the page that ends a sign-in. */
export const text = {
  finish: {
    title: "Signing in",
    heading: "Signing in…",
    intro: "This browser gets a key of its own, with which the board signs what it asks for.",
    scripts: "This page needs JavaScript.",
    failed: "This browser could not keep its key. Allow this site to store data, then sign in again.",
    insecure:
      "Browsers sign requests only on pages that came over HTTPS or from this machine. Open the board at its HTTPS address, then sign in again.",
  },
  oauth: {
    title: "Continue",
    intro: "Checking that you are signed in to the board…",
    scripts: "This page needs JavaScript.",
  },
};
