import { setTimeout as sleep } from "node:timers/promises";

const longest = 110_000;

/** Where requests wait for each other, as many as each effect wants, until that ends: whoever still waits then waits in vain. */
export function createMeetings(signal: AbortSignal): (effect: { readonly of: number }) => Promise<void> {
  const all = new Map<object, PromiseWithResolvers<void> & { come: number }>();
  return async (effect) => {
    const meeting = all.get(effect) ?? { ...Promise.withResolvers<void>(), come: 0 };
    all.set(effect, meeting);
    meeting.come++;
    if (meeting.come >= effect.of) meeting.resolve();
    const late = sleep(longest, "late", { signal, ref: false });
    if ((await Promise.race([meeting.promise, late])) === "late") throw new Error("nobody else came");
  };
}
