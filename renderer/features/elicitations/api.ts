import {
  type AnswerAction,
  elicitationOperations,
  type FormContent,
} from "../../../server/domains/sessions/elicitations/model.ts";
import { type CallOptions, callApi } from "../../lib/client.ts";

export const listElicitations = (sessionId: number, options: CallOptions) =>
  callApi(elicitationOperations.listElicitations, { params: { id: String(sessionId) } }, options);

export interface Reply {
  action_type: AnswerAction;
  content?: FormContent;
}

export const respond = (id: number, body: Reply) =>
  callApi(elicitationOperations.respondToElicitation, { params: { id: String(id) }, body });
