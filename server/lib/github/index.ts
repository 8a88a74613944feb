export { type GitHubAccess, type GraphqlQuery, gitHubClient, RateLimited } from "./client.ts";
export { statusOf } from "./failed-answer.ts";
