/** What the build reads of the sources: it is put together for the build alone, and no part of a package. */

export { toJSONSchema } from "zod";
export { credentialKeys, settingNames, settingsSchema } from "../client/settings.js";
export { kinds } from "../every-kind.js";
export { isFixed, removalOf } from "../lifecycle/changes.js";
export { functions } from "../plugin/invokes.js";
export { fieldsOf } from "../spec/field.js";
export { isReadable } from "../spec/kind.js";
export { nativeToken, typeToken } from "../spec/token.js";
export { nounOf, plural } from "../text/words.js";
