import type { GitSourceProblem } from "./git-source-rules.ts";

/** The sentence for a git URL, branch or subdirectory that was refused. */
export function gitSourceSentence(problem: GitSourceProblem): string {
  switch (problem.code) {
    case "url_too_long":
      return `The git URL is longer than ${problem.max} characters.`;
    case "url_scheme":
      return `Git URLs that start with '${problem.scheme}://' are not supported.`;
    case "branch_too_long":
      return `The branch is longer than ${problem.max} characters.`;
    case "branch_reserved":
      return `'${problem.branch}' cannot be the name of a branch.`;
    case "subdirectory_too_long":
      return `The subdirectory is longer than ${problem.max} characters.`;
    default:
      return sentences[problem.code];
  }
}

const sentences = {
  url_blank: "The git URL is blank.",
  url_option: "The git URL must not start with '-'.",
  url_control_character: "The git URL contains a control character.",
  url_transport_helper: "Git transport helpers (such as 'ext::') are not allowed.",
  url_form: "The git URL must be an https, http, ssh, git or file URL, git@host:path, or an absolute path.",
  url_space: "The git URL contains a space; write it as %20.",
  url_file_host: "A file URL must not name another host.",
  url_credentials: "The git URL must not contain a password or token; use git's credential helper instead.",
  url_user: "The user name in the git URL is not valid.",
  url_host_missing: "The git URL has no host.",
  url_host: "The host in the git URL is not valid.",
  url_path_missing: "The git URL has no repository path.",
  url_path_option: "The path in the git URL must not start with '-'.",
  url_path_relative: "The path of the repository must be absolute.",
  url_path_escape: "The git URL contains an invalid percent escape.",
  url_path_parent: "The path of the repository must not contain '..'.",
  branch_option: "The branch must not start with '-'.",
  branch_characters: "The branch must not contain spaces, control characters or any of ~ ^ : ? * [ \\.",
  branch_sequence: "The branch must not contain '..' or '@{'.",
  branch_period: "The branch must not end with '.'.",
  branch_part: "No part of the branch between slashes may be empty, start with '.' or end with '.lock'.",
  subdirectory_control_character: "The subdirectory contains a control character.",
  subdirectory_backslash: "The subdirectory must use '/' between folders.",
  subdirectory_absolute: "The subdirectory must be relative.",
  subdirectory_parent: "The subdirectory must not contain '..'.",
  subdirectory_git: "The subdirectory must not be inside '.git'.",
  subdirectory_option: "The subdirectory must not start with '-'.",
} as const satisfies Record<Exclude<GitSourceProblem, Facts>["code"], string>;

type Facts = { max: number } | { scheme: string } | { branch: string };
