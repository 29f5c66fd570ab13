import { setTimeout as sleep } from "node:timers/promises";

const longest = 110_000;

/** Where requests wait for each other. */
interface Meetings {
  /** Resolves once as many as the effect wants have joined it; rejects if they do not come. */
  join(effect: { readonly of: number }): Promise<void>;
  /** Whoever still waits, waits in vain. */
  end(): void;
}

/** Makes meetings, one for each effect. */
export function createMeetings(): Meetings {
  const all = new Map<object, PromiseWithResolvers<void> & { come: number }>();
  const ending = new AbortController();
  return {
    async join(effect) {
      const meeting = all.get(effect) ?? { ...Promise.withResolvers<void>(), come: 0 };
      all.set(effect, meeting);
      meeting.come++;
      if (meeting.come >= effect.of) meeting.resolve();
      await Promise.race([meeting.promise, tooLate(ending.signal)]);
    },
    end: () => ending.abort(),
  };
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(longest, undefined, { signal, ref: false });
  throw new Error("nobody else came");
}
