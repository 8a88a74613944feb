export { pageKeyPages, pageKeyRoutes, sendFinishPage } from "./page-routes.ts";
export { checkingPage, finishMark, finishScript, insecureNote, insecureScript } from "./pages.ts";
export {
  type BoundKey,
  type PageKeys,
  pageKeyService,
} from "./service.ts";
export { signerScript } from "./signer-script.ts";
