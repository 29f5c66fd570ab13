import type { Session } from "./lifecycle/session.js";
import type { Kind } from "./spec/kind.js";
import type { Values } from "./spec/values.js";
/**
 * The door for the tools of this repository: what the package `workspace-gateway` uses of this one. It is for them alone, and no part of
 * the public API: a release may change any name of it, which is why the command asks for exactly its own version of this package.
 */

/** Every kind. They need a part of Pulumi's SDK, which takes a moment to load: a command asks for them when it needs them. */
export async function everyKind(): Promise<readonly Kind[]> {
  const { kinds } = await import("./every-kind.js");
  return kinds;
}

// The client: requests, settings, sign-in.

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

// What functions show.

export { metricRow, resultReader } from "./functions/read/reading.js";

// Clock, chance and lines to people.

export { codeOf, unless } from "./io/error-codes.js";
export { type Io, lookAgain, systemIo } from "./io/io.js";
export { packageVersion } from "./io/package-version.js";

// What answers in the place of an engine and of its plugins.

/** The result of a function of the package's own plugin. It needs more of Pulumi's SDK, which takes a moment to load. */
export async function invokePlugin(token: string, args: Values, session: Session): Promise<Values> {
  const { invoke } = await import("./plugin/invokes.js");
  return invoke(token, args, session);
}

export { dynamicProvider } from "./dynamic/provider.js";

// Reading of lifecycle and state.

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

// What a program is configured by.

export { type PluginEntry, pluginEntry } from "./program/plugin-entry.js";

// Kinds, their fields and their tokens.

export { canonical, sameValue, shortHash } from "./spec/compare.js";
export * from "./spec/danger.js";
export { type Field, snakeCase } from "./spec/field.js";
export { holdsKinds, isReadable, type Kind, referenceOf } from "./spec/kind.js";
export * from "./spec/token.js";
export * from "./spec/values.js";

// Words, JSON, and secrets in text.

export * from "./text/issue-words.js";
export * from "./text/json.js";
export * from "./text/patterns.js";
export * from "./text/redact.js";
export * from "./text/version-range.js";
export * from "./text/words.js";
