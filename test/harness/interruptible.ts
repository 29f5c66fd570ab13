/** Runs `work` with a signal that the first Ctrl-C (or SIGTERM) aborts, so that it can tidy up before it ends. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error("Interrupted."));
  process.on("SIGINT", abort).on("SIGTERM", abort);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", abort).off("SIGTERM", abort);
  }
}
