export { type GitHubAccess, gitHubClient, RateLimited } from "./client.ts";
export { statusOf } from "./failed-answer.ts";
export { partName, repositoryQuery } from "./repository-query.ts";
