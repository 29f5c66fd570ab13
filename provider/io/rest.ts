import type { Io } from "./io.js";

/** Sleeps that long, or until the run is cancelled: then the answer is no. */
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
