import {
  limitCheck,
  reachCheck,
  settingsCheck,
  tokenCheck,
  versionCheck,
} from "../../doctor/gateway/gateway-checks.js";
import { cliCheck, nodeCheck, packageCheck, projectCheck, sdkCheck } from "../../doctor/project/program.js";
import { namesCheck, visibleCheck } from "../../doctor/rights/object-checks.js";
import { accessCheck, accountCheck, appCheck, providersCheck } from "../../doctor/rights/rights-checks.js";
import { credentialsCheck, secretsCheck } from "../../doctor/stack/config.js";
import { lockCheck } from "../../doctor/stack/locks.js";
import {
  backendCheck,
  kindsCheck,
  pendingCheck,
  previewCheck,
  stackCheck,
} from "../../doctor/stack/stack.js";
import { filesCheck } from "../../doctor/stack/state-files.js";

/** What is looked at for each connection, in the order in which people repair it. */
export const gatewayChecks = [
  settingsCheck,
  reachCheck,
  versionCheck,
  tokenCheck,
  accountCheck,
  accessCheck,
  appCheck,
  visibleCheck,
  namesCheck,
  limitCheck,
];

/** What is looked at once. */
export const projectChecks = [
  nodeCheck,
  cliCheck,
  projectCheck,
  packageCheck,
  sdkCheck,
  backendCheck,
  stackCheck,
  secretsCheck,
  credentialsCheck,
  filesCheck,
  lockCheck,
  pendingCheck,
  kindsCheck,
  previewCheck,
  providersCheck,
];
