export { type GitHubAccess, type GraphqlQuery, gitHubClient, RateLimited } from "./client.ts";
