/**
 * The file of Pulumi's SDK that records a stack trace with each promise of a registration, mostly long after the constructor of
 * the resource. test/program/promise-traces.test.ts checks the name for the newest SDK, and test/package/templates.test.ts for
 * the oldest.
 */
const recorder = /[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]debuggable\.js$/;

type PrepareStackTrace = typeof Error.prepareStackTrace;

/** Marks the wrapped function, so that it is wrapped once even if this module is loaded twice. */
const filterMark = Symbol.for("pulumi-workspace-gateway:promise-traces");

/**
 * Wraps `Error.prepareStackTrace`, so that traces that the SDK records with its promises have no frames.
 *
 * Pulumi runs programs with source maps, and mapping these traces takes an eighth of the CPU time of a large program. With
 * `PULUMI_DEBUG_PROMISE_LEAKS`, the SDK prints them, so nothing is wrapped.
 */
export function skipPromiseTraces(prepare: PrepareStackTrace): PrepareStackTrace {
  // Code of the program may have unset it, contrary to its type.
  if (typeof prepare !== "function" || filterMark in prepare || process.env.PULUMI_DEBUG_PROMISE_LEAKS) {
    return prepare;
  }
  const prepareFiltered: PrepareStackTrace = (error, frames) =>
    recorder.test(frames[0]?.getFileName() ?? "") ? String(error) : prepare(error, frames);
  return Object.assign(prepareFiltered, { [filterMark]: true });
}
