/** Settings that are missing or wrong: every problem at once, each with what would be right. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
