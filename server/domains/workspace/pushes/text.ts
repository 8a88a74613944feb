import type { RefProblem } from "./ref-rules.ts";

const refProblems: Record<RefProblem, string> = {
  other_namespace: "only branches, tags and notes can be pushed",
  strange_name: "a new name may have letters, digits and . _ - + @ , / only, at most 250 of them",
};

/** The words that git prints to an agent whose push is refused, and what the session's log says. */
export const text = {
  refProblems,
  otherRefused: "not pushed because of another name",
  signed: "signed pushes are not taken",
  malformed: "the push is not what git sends",
  notTaken: "the push could not be checked",
  elsewhere: "This session was not cloned from a repository on this machine.",
  noRepository: (gitRoot: string) => `There is no git repository at ${gitRoot}.`,
  inDataFolder: (gitRoot: string) =>
    `${gitRoot} lies in Signalbox's data folder, so nothing is pushed to it.`,
  notTrusted: (gitRoot: string) =>
    `${gitRoot} is not trusted, so this session cannot push to it. Ask for a person to trust it: on the session's page, or under Settings, Repositories.`,
  notGranted: (gitRoot: string) =>
    `This session does not have the grant git, so it cannot push to ${gitRoot}. Ask for a person to add it under Settings, Repositories, or to SERVICE_SANDBOX_GRANTS.`,
  link: (path: string) =>
    `${path} is a link, through which git would write. Ask the owner of the repository to look at it and remove it.`,
  took: (names: readonly string[], gitRoot: string) => `Pushed ${names.join(", ")} to ${gitRoot}`,
  unlocked: ({ names, gitRoot }: { names: readonly string[]; gitRoot: string }) =>
    `Signalbox was ended in the middle of a push to ${gitRoot}. The lock that git left on ${names.join(", ")} is removed; what was not answered can be pushed again.`,
  hooks: (names: readonly string[], gitRoot: string) =>
    `${gitRoot} has hooks (${names.join(", ")}). They do not run for what agents push.`,
};
