import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { spotPolicyOperations } from "./model.ts";
import type { AdmissionService } from "./service.ts";

export const spotPolicyRoutes = (admission: AdmissionService): Endpoint[] =>
  endpoints(spotPolicyOperations, {
    changeSpotPolicy: ({ body }, { actor }) => admission.change(body, actor),
    previewSpotPolicy: ({ body }) => admission.preview(body),
  });
