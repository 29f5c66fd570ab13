import type { Session } from "./lifecycle/session.js";
import type { Kind } from "./spec/kind.js";
import type { Values } from "./spec/values.js";
/**
 * Everything that the package `workspace-gateway` uses from this one. It is not a public API. Any release
 * may rename parts of it, so the command requires exactly its own version of this package.
 */

/** Loaded on demand, because kinds need a part of Pulumi's SDK that takes a moment to load. */
export async function everyKind(): Promise<readonly Kind[]> {
  const { kinds } = await import("./every-kind.js");
  return kinds;
}

export { describeBody, remedyOfUnauthorized } from "./client/checked.js";
export { Client, metricsPlace } from "./client/client.js";
export type { Exchange, Reply, Send } from "./client/exchange.js";
export {
  fillPath,
  hasStatus,
  idOf,
  isAnswer,
  itemOf,
  listOf,
  noRows,
  path,
  RequestError,
  type Rows,
  unlessAnswer,
} from "./client/exchange.js";
export { allowanceLeft, retried, retryAfter } from "./client/limits.js";
export { collectionKey } from "./client/lists.js";
export { type Login, LoginStore, SettingsError } from "./client/logins.js";
export {
  type App,
  credentialKeys,
  credentialOrigin,
  isCredentialKey,
  isSecure,
  plainUrl,
  readSettings,
  type Settings,
  secureUrl,
  settingNames,
  settingsSchema,
  unknownVariables,
} from "./client/settings.js";
export {
  type Auth,
  appSecrets,
  authFor,
  authorized,
  authServer,
  oauthFetch,
  proofOf,
  Renewing,
  tokenEndpoint,
} from "./client/sign-in.js";
export { traced, transport } from "./client/transport.js";

export { metricRow, resultReader } from "./functions/read/reading.js";

export { codeOf, unless } from "./io/error-codes.js";
export { type Io, lookAgain, systemIo } from "./io/io.js";
export { packageVersion } from "./io/package-version.js";

/** Calls a function of the native plugin. Loaded on demand, because it needs more of Pulumi's SDK. */
export async function invokePlugin(token: string, args: Values, session: Session): Promise<Values> {
  const { invoke } = await import("./plugin/invokes.js");
  return invoke(token, args, session);
}

export { dynamicProvider } from "./dynamic/provider.js";

export { removalOf, removalText, undeclaredFields } from "./lifecycle/changes.js";
export { importLine } from "./lifecycle/conflicts.js";
export {
  type Imported,
  importRow,
  readImport,
  recovered,
  titleOf,
  unreadNote,
  whyNotImportable,
} from "./lifecycle/import.js";
export {
  accountMark,
  assertAccountAllowed,
  forbidden,
  observe,
  priorMark,
  readById,
} from "./lifecycle/observe.js";
export { isMadeOfTheSame } from "./lifecycle/outputs.js";
export { misnamed, ObjectRegistry } from "./lifecycle/registry.js";
export {
  clockSlack,
  closest,
  described,
  echoedFields,
  isAnother,
  isNamesake,
  isRefused,
  refusalOf,
  rowsMeant,
  selected,
  selectorsOf,
  shownIn,
  stampOf,
  timeIn,
  Undeclarable,
  valueAt,
  valueIn,
} from "./lifecycle/rows.js";
export {
  assertSameGateway,
  connectionOf,
  identityOf,
  isOf,
  labelOf,
  naturalKeyOf,
  priorGateway,
  ResourceContext,
  Session,
} from "./lifecycle/session.js";
export { sourceOf } from "./lifecycle/sources.js";
export { inputsOf, observeState, shownAfter, shownOf } from "./lifecycle/state.js";
export { alteredIn, stillAltered } from "./lifecycle/write.js";

export { type PluginEntry, pluginEntry } from "./program/plugin-entry.js";

export { canonical, sameValue, shortHash } from "./spec/compare.js";
export * from "./spec/danger.js";
export { type Field, snakeCase } from "./spec/field.js";
export { holdsKinds, isReadable, type Kind, referenceOf } from "./spec/kind.js";
export * from "./spec/token.js";
export * from "./spec/values.js";

export * from "./text/issue-words.js";
export * from "./text/json.js";
export * from "./text/patterns.js";
export * from "./text/redact.js";
export * from "./text/version-range.js";
export * from "./text/words.js";
