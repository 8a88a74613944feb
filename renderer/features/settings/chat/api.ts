import { useMutation, useQuery } from "@tanstack/react-query";
import { chatOperations } from "../../../../server/domains/automation/chat/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["chat_connection"];
/** What conditions of triggers can name, and why they do not fire. */
const triggers = ["triggers"];

export const useChatConnection = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(chatOperations.getChatConnection, {}, { signal }),
    staleTime: 0,
  });

export const useConnectChat = () =>
  useMutation({
    mutationFn: (token: string) => callApi(chatOperations.connectChat, { body: { token } }),
    meta: { changes: [queryKey, triggers] },
  });

export const useDisconnectChat = () =>
  useMutation({
    mutationFn: () => callApi(chatOperations.disconnectChat, {}),
    meta: { changes: [queryKey, triggers] },
  });
