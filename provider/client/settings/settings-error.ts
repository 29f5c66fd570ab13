/** Settings that are missing or wrong: the message names all problems, and for each what is right. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
