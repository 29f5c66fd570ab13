/** The parts of the sources that the build reads. They are bundled only for the build, not published. */

export { toJSONSchema } from "zod";
export { credentialKeys, settingNames, settingsSchema } from "../client/settings.js";
export { kinds } from "../every-kind.js";
export { isFixed, removalOf } from "../lifecycle/changes.js";
export { functions } from "../plugin/invokes.js";
export { fieldsOf } from "../spec/field.js";
export { isReadable } from "../spec/kind.js";
export { nativeToken, typeToken } from "../spec/token.js";
export { nounOf, plural } from "../text/words.js";
