export { type GitHubAccess, gitHubClient, RateLimited, resetAt } from "./client.ts";
