import { isJsonObject, isSecretEnvelope, isTooDeep, type Json } from "pulumi-workspace-gateway/tools";

/**
 * The plain value of a property in a stack's state. Undefined if it is a secret of which the text has only the encrypted
 * form: `pulumi stack export --show-secrets` has the plain one, too.
 */
export function plainValue(value: Json): Json | undefined {
  if (!isJsonObject(value) || !isSecretEnvelope(value)) {
    return value;
  }
  return typeof value.plaintext === "string" ? parsed(value.plaintext) : value.value;
}

/** Undefined for what is damaged. The error of the parser would quote it. */
function parsed(plaintext: string): Json | undefined {
  try {
    return isTooDeep(plaintext) ? undefined : JSON.parse(plaintext);
  } catch {
    return undefined;
  }
}

/** Whether a property in a stack's state is a secret. */
export function isSecretValue(value: Json | undefined): boolean {
  return isJsonObject(value) && isSecretEnvelope(value);
}
