export { type GitHubAccess, gitHubClient, RateLimited } from "./client.ts";
export { isEnterprise } from "./enterprise.ts";
export { statusOf, unlessForbidden } from "./failed-answer.ts";
export { hostTime } from "./host-time.ts";
export { partName, repositoryQuery } from "./repository-query.ts";
