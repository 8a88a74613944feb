export { type BotToken, botToken } from "./bot-token.ts";
export { registerChatJobs } from "./job-handlers.ts";
export { chatRoutes } from "./routes.ts";
export { type ChatService, chatService } from "./service.ts";
