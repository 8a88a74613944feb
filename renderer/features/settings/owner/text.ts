import type { Owner } from "../../../../server/domains/access/identity/model.ts";

/** The words of the profile page. */
export const text = {
  banner: {
    savedAs: (name: string) => `Profile saved as ${name}`,
    question: "Is this you?",
    yes: "Yes, that's me",
    edit: "No, edit my profile",
    notNow: "Not now",
  },
  form: {
    saveFailed: "Could not save your profile",
    save: "Save",
    saved: "Profile saved",
    name: "Name",
    email: "Email",
    emailHint: "Optional. Connects the messages from your phone with those you write here.",
    takeFromGit: (name: string) => `Use ${name} from git`,
  },
  page: {
    title: "Your profile",
    description: "Agents and the people you work with see this name next to your messages.",
    loading: "your profile",
    fixed:
      "Agents and the people you work with see this name next to your messages. It comes from your sign-in and cannot be changed here.",
  },
  sources: {
    profile: null,
    environment:
      "From the variables SERVICE_OWNER_NAME and SERVICE_OWNER_EMAIL. What you save here takes precedence.",
    account: "From the system account that runs the service.",
    nobody: "Not set yet: messages from the board have no author.",
  } satisfies Readonly<Record<Owner["source"], string | null>>,
};
