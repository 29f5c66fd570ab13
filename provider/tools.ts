/**
 * The door for the tools of this repository: what the package `workspace-gateway` uses of this one. It is for them alone, and no part of
 * the public API: a release may change any name of it, which is why the command asks for exactly its own version of this package.
 */

import type { Session } from "./lifecycle/operation/session.js";
import type { Kind } from "./spec/kind.js";
import type { Values } from "./spec/values.js";

/** Every kind. They need a part of Pulumi's SDK, which takes a moment to load: a command asks for them when it needs them. */
export async function everyKind(): Promise<readonly Kind[]> {
  const { kinds } = await import("./every-kind.js");
  return kinds;
}

// The client: requests, settings, sign-in.

export { idOf, itemOf, listOf, noRows, type Rows } from "./client/answers.js";
export { Client } from "./client/client.js";
export { describeBody } from "./client/http/describe-body.js";
export {
  hasStatus,
  isAnswer,
  RequestError,
  unlessAnswer,
} from "./client/http/errors.js";
export type { Exchange, Reply, Send } from "./client/http/exchange.js";
export { fillPath, path } from "./client/http/path.js";
export { remedyOfUnauthorized } from "./client/http/remedy.js";
export { retried } from "./client/http/retry.js";
export { traced } from "./client/http/traced.js";
export { transport } from "./client/http/transport.js";
export { allowanceLeft, retryAfter } from "./client/limits/rate-headers.js";
export { collectionKey } from "./client/lists.js";
export { metricRows, metricsPlace } from "./client/metric-pages.js";
export { type App, appSecrets, proofOf } from "./client/settings/app.js";
export { credentialOrigin } from "./client/settings/credential.js";
export { type Login, LoginStore } from "./client/settings/login-store.js";
export { isSecure, plainUrl, secureUrl } from "./client/settings/secure-url.js";
export { isCredentialKey, settingNames } from "./client/settings/setting-names.js";
export { credentialKeys, readSettings, type Settings } from "./client/settings/settings.js";
export { SettingsError } from "./client/settings/settings-error.js";
export { settingsSchema } from "./client/settings/settings-schema.js";
export { unknownVariables } from "./client/settings/unknown-variables.js";
export { type Auth, authorized } from "./client/sign-in/auth.js";
export { authFor } from "./client/sign-in/auth-for.js";
export { authServer } from "./client/sign-in/auth-server.js";
export { oauthFetch } from "./client/sign-in/oauth-fetch.js";
export { Renewing } from "./client/sign-in/renewing.js";
export { type Tokens, tokenEndpoint } from "./client/sign-in/token-endpoint.js";

// What functions show.

export { metricRow } from "./functions/read/metric-row.js";
export { resultReader } from "./functions/read/result.js";

// Clock, chance and lines to people.

export { codeOf, unless } from "./io/error-codes.js";
export { type Io, systemIo } from "./io/io.js";
export { lookAgain } from "./io/look-again.js";
export { packageVersion } from "./io/package-version.js";

// What answers in the place of an engine and of its plugins.

/** The result of a function of the package's own plugin. It needs more of Pulumi's SDK, which takes a moment to load. */
export async function invokePlugin(token: string, args: Values, session: Session): Promise<Values> {
  const { invoke } = await import("./plugin/invokes.js");
  return invoke(token, args, session);
}

export { dynamicProvider } from "./dynamic/provider.js";

// Reading of lifecycle and state.

export { titleOf } from "./lifecycle/existing.js";
export { type Imported, importRow, readImport, unreadNote, whyNotImportable } from "./lifecycle/imported.js";
export { accountMark, assertAccountAllowed, priorMark } from "./lifecycle/objects/account.js";
export { alteredIn, stillAltered } from "./lifecycle/objects/altered.js";
export { forbidden } from "./lifecycle/objects/forbidden.js";
export { importLine } from "./lifecycle/objects/import-line.js";
export { misnamed } from "./lifecycle/objects/misnamed.js";
export { observe, singly } from "./lifecycle/objects/observe.js";
export { isMadeOfTheSame } from "./lifecycle/objects/retained-outputs.js";
export { identityOf, naturalKeyOf } from "./lifecycle/operation/declarations.js";
export { isOf, locate, priorGateway } from "./lifecycle/operation/gateway-mark.js";
export { Ledger } from "./lifecycle/operation/ledger.js";
export { connectionOf, Session } from "./lifecycle/operation/session.js";
export { labelOf, Target } from "./lifecycle/operation/target.js";
export { recovered } from "./lifecycle/recovered.js";
export { verbsOf } from "./lifecycle/sources/index.js";
export { closest, described, rowsMeant } from "./lifecycle/state/namesakes.js";
export { removalOf, removalText } from "./lifecycle/state/removal.js";
export {
  clockSlack,
  echoedFields,
  isNamesake,
  shownIn,
  stampOf,
  timeMade,
  timeWritten,
  valueIn,
} from "./lifecycle/state/row.js";
export {
  isRefused,
  refusalOf,
  selected,
  selectorsOf,
  Undeclarable,
  valueAt,
} from "./lifecycle/state/selector.js";
export { shownAfter, shownOf, undeclaredFields } from "./lifecycle/state/shown.js";
export { inputsOf, observeState } from "./lifecycle/state/state.js";

// What a program is configured by.

export { type PluginEntry, pluginEntry } from "./program/plugin-entry.js";

// Kinds, their fields and their tokens.

export { encodeCheckHints } from "./spec/check-hints.js";
export { canonical, sameValue, shortHash } from "./spec/compare.js";
export {
  type Danger,
  dangerRules,
  type FieldDanger,
  type Level,
  levels,
  type Where,
} from "./spec/danger.js";
export { type Field, snakeCase } from "./spec/field.js";
export { holdsKinds, isReadable, type Kind, referenceOf } from "./spec/kind.js";
export {
  declaredProvider,
  isNativeType,
  kindNameOf,
  kindOfType,
  loader,
  nativeToken,
  typeToken,
} from "./spec/token.js";
export {
  hasUnknown,
  hidden,
  isHidden,
  isSecretEnvelope,
  isUnknown,
  referenceMark,
  secretEnvelope,
  unknownValue,
  type Values,
} from "./spec/values.js";

// Words, JSON, and secrets in text.

export { defined } from "./text/defined.js";
export { didYouMean } from "./text/did-you-mean.js";
export { deepestJson, isJsonObject, isTooDeep, type Json, type JsonObject, jsonIn } from "./text/json.js";
export { looksRegular, oddSource } from "./text/patterns.js";
export { printable } from "./text/printable.js";
export { quoted } from "./text/quoted.js";
export { passwordsIn, redact, redactor } from "./text/redact.js";
export { inOurWords } from "./text/schema/issue-words.js";
export { shellWord } from "./text/shell-word.js";
export { isInRange, numbersOf } from "./text/version-range.js";
export { howMany, messageOf, nounOf, plural } from "./text/words.js";
