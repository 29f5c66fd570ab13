import { versionCheck } from "../../doctor/gateway/api-version.js";
import { clockCheck } from "../../doctor/gateway/clock.js";
import { limitCheck } from "../../doctor/gateway/rate-limit.js";
import { reachCheck, tlsCheck } from "../../doctor/gateway/reach.js";
import { settingsCheck } from "../../doctor/gateway/settings-check.js";
import { tokenCheck } from "../../doctor/gateway/token-check.js";
import { packageCheck, sdkCheck, typeScriptCheck } from "../../doctor/project/packages.js";
import { cliCheck, nodeCheck, projectCheck } from "../../doctor/project/program-checks.js";
import { accountCheck, appCheck, providersCheck } from "../../doctor/rights/credentials-checks.js";
import { namesCheck, visibleCheck } from "../../doctor/rights/object-checks.js";
import { accessCheck } from "../../doctor/rights/scopes-check.js";
import { backendCheck } from "../../doctor/stack/backend-check.js";
import { configKeysCheck, credentialsCheck, secretsCheck } from "../../doctor/stack/config-check.js";
import { kindsCheck, pendingCheck, unfinishedCheck } from "../../doctor/stack/leftovers.js";
import { lockCheck } from "../../doctor/stack/locks.js";
import { previewCheck } from "../../doctor/stack/preview-run.js";
import { stackCheck } from "../../doctor/stack/stack-check.js";
import { filesCheck } from "../../doctor/stack/state-files.js";

/** What is looked at for each connection, in the order in which people repair it. */
export const gatewayChecks = [
  settingsCheck,
  reachCheck,
  tlsCheck,
  versionCheck,
  tokenCheck,
  accountCheck,
  accessCheck,
  appCheck,
  visibleCheck,
  namesCheck,
  clockCheck,
  limitCheck,
];

/** What is looked at once. */
export const projectChecks = [
  nodeCheck,
  cliCheck,
  projectCheck,
  packageCheck,
  sdkCheck,
  typeScriptCheck,
  backendCheck,
  stackCheck,
  secretsCheck,
  credentialsCheck,
  configKeysCheck,
  filesCheck,
  lockCheck,
  pendingCheck,
  unfinishedCheck,
  kindsCheck,
  previewCheck,
  providersCheck,
];
