import type { Io } from "./io.js";

/** Sleeps and returns true. If the run is cancelled before or meanwhile, returns false at once. */
export async function rest(io: Io, milliseconds: number): Promise<boolean> {
  if (io.cancelled.aborted) {
    return false;
  }
  return new Promise((rested) => {
    const stop = () => rested(false);
    io.cancelled.addEventListener("abort", stop, { once: true });
    void io.sleep(milliseconds).then(() => {
      io.cancelled.removeEventListener("abort", stop);
      rested(true);
    });
  });
}
