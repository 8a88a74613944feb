export { openAiProvider } from "./openai.ts";
