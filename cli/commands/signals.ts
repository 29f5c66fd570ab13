const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `heed` for each signal that would end the process, until the function that it gives back is called. */
function heeding(heed: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) {
    process.on(signal, heed);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, heed);
    }
  };
}

/** Does what must be done whole or not at all. A signal waits until it is done, so the work must take moments only. */
export async function undisturbed(work: () => void): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const ignore = heeding((signal) => {
    received ??= signal;
  });
  try {
    work();
    await signalsSeen();
  } finally {
    ignore();
  }
  if (received !== undefined) {
    process.kill(process.pid, received);
    await signalsSeen();
  }
}

/** Node delivers a signal when it polls for events the next time. */
async function signalsSeen(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
