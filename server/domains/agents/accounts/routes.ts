import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { accountOperations } from "./model.ts";
import type { AccountService } from "./service.ts";

export const accountRoutes = (accounts: AccountService): Endpoint[] =>
  endpoints(accountOperations, {
    addAccount: ({ body }, { actor }) => accounts.add(body, actor),
    activateAccount: ({ params }, { actor }) => accounts.activate(params.id, actor),
    refreshAccount: ({ params }) => accounts.refresh(params.id),
    startLogin: ({ body }) => accounts.startLogin(body.account_id),
    getLogin: ({ params }) => accounts.login(params.id),
    enterLoginCode: ({ params, body }) => accounts.enterLoginCode(params.id, body.code),
    cancelLogin: ({ params }) => accounts.cancelLogin(params.id),
    restoreSignIn: ({ body }) => accounts.restoreSignIn(body),
    refreshAccounts: ({ body }) => accounts.refreshAll(body.runtime),
    getAccountReadings: ({ params, query }) => accounts.readingsOf(params.id, query.days),
    removeAccount: ({ params }, { actor }) => accounts.remove(params.id, actor),
    changeAccount: ({ params, body }) => accounts.change(params.id, body),
  });
