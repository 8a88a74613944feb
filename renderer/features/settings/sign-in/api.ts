import { useMutation, useQuery } from "@tanstack/react-query";
import { browserSignInOperations } from "../../../../server/domains/access/browser-sign-ins/model.ts";
import { identityOperations } from "../../../../server/domains/access/identity/model.ts";
import { webSignInOperations } from "../../../../server/domains/access/web-sign-in/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["web-sign-in"];

/** Fetched again whenever the page opens, because people also sign in elsewhere. */
export const useWebSignIn = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(webSignInOperations.getWebSignIn, {}, { signal }),
    staleTime: 0,
  });

const at = (id: number) => ({ params: { id: String(id) } });
export const endWebSignIn = (id: number) => callApi(webSignInOperations.endWebSignIn, at(id));
export const forgetBrowser = (id: number) => callApi(webSignInOperations.forgetBrowser, at(id));
export const signOut = () => callApi(webSignInOperations.signOut, {});
export const signOutEverywhere = () => callApi(identityOperations.signOutEverywhere, {});

const ownerBrowsersKey = ["browser-sign-ins"];

/** Browsers that opened a launch link. */
export const useOwnerBrowsers = () =>
  useQuery({
    queryKey: ownerBrowsersKey,
    queryFn: ({ signal }) => callApi(browserSignInOperations.listBrowserSignIns, {}, { signal }),
    staleTime: 0,
  });

export const endBrowserSignIn = (id: number) => callApi(browserSignInOperations.endBrowserSignIn, at(id));

export const useEndOtherBrowsers = () =>
  useMutation({
    mutationFn: () => callApi(browserSignInOperations.endOtherBrowserSignIns, {}),
    meta: { changes: [ownerBrowsersKey] },
  });

export const useBrowserChange = (change: (id: number) => Promise<{ message: string }>) =>
  useMutation({ mutationFn: change, meta: { changes: [queryKey, ownerBrowsersKey] } });

/** The codes are in the answer only: nothing keeps them after the component is gone. */
export const useNewRecoveryCodes = () =>
  useMutation({
    mutationFn: (code: string) => callApi(webSignInOperations.newRecoveryCodes, { body: { code } }),
    meta: { changes: [queryKey] },
    gcTime: 0,
  });
