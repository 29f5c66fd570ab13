import { budget } from "./budget.js";
import { config } from "./config.js";
import { gatewayKey } from "./gateway-key.js";
import { invitation } from "./invitation.js";
import { mapping } from "./mapping.js";
import { member } from "./member.js";
import { model } from "./model.js";
import { modelProvider } from "./model-provider.js";
import { prompt } from "./prompt.js";
import { quota } from "./quota.js";
import { siteIndex } from "./site-index.js";
import { workspace } from "./workspace.js";

/** Every kind, those that others refer to first. */
export const kinds = [
  workspace,
  budget,
  member,
  invitation,
  modelProvider,
  model,
  prompt,
  mapping,
  siteIndex,
  config,
  quota,
  gatewayKey,
];
