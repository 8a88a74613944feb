export { type GitHubAccess, type GitHubClient, gitHubClient, RateLimited, resetAt } from "./client.ts";
