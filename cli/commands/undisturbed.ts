const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does what must be done whole or not at all. A signal waits until it is done, so the work must take moments only. */
export async function undisturbed(work: () => void): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals) => {
    received ??= signal;
  };
  for (const signal of signals) {
    process.on(signal, hold);
  }
  try {
    work();
    await signalsSeen();
  } finally {
    for (const signal of signals) {
      process.off(signal, hold);
    }
  }
  if (received !== undefined) {
    process.kill(process.pid, received);
    await signalsSeen();
  }
}

/** Node tells of a signal when it looks for events again. */
async function signalsSeen(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
