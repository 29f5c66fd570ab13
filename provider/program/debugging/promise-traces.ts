/**
 * The file of Pulumi's SDK that records a stack trace with each promise of a registration, most of them long after the
 * constructor of the resource. test/program/promise-traces.test.ts holds it for the newest SDK, and test/package/templates.test.ts
 * for the oldest.
 */
const recorder = /[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]debuggable\.js$/;

type Prepare = typeof Error.prepareStackTrace;

/** Marks the function that leaves traces out, also where this module is loaded twice. */
const leavesOut = Symbol.for("pulumi-workspace-gateway:promise-traces");

/**
 * Makes the text of every stack trace as the given function does, but none of those that the SDK records with its promises.
 *
 * Pulumi runs programs with source maps, and mapping these traces takes an eighth of the CPU time of a large program. The SDK prints
 * them if it looks for promises that never end: while `PULUMI_DEBUG_PROMISE_LEAKS` asks for that, they stay.
 */
export function withoutTracesOfPromises(prepare: Prepare): Prepare {
  // Against its type, whatever has replaced it may have unset it.
  if (typeof prepare !== "function" || leavesOut in prepare || process.env.PULUMI_DEBUG_PROMISE_LEAKS) {
    return prepare;
  }
  const prepareFew: Prepare = (error, frames) =>
    recorder.test(frames[0]?.getFileName() ?? "") ? String(error) : prepare(error, frames);
  return Object.assign(prepareFew, { [leavesOut]: true });
}
