/** Pages of the documentation, which the service itself shows (server/http/docs-pages.ts, server/http/api-docs.ts). */
export const docsPath = "/docs";
export const catalogDocsPath = `${docsPath}/catalog`;
export const apiDocsPath = `${docsPath}/api`;
