/** The command line makes no sense: nothing was done, and the reader has to write it differently. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
