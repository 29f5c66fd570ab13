export class NotKnown extends Error {
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
}

export function notKnown(why: string): never {
  throw new NotKnown(why);
}

/** Starts determining a fact. A failure is ignored if no check needs the fact. */
export function fact<T>(find: () => T | Promise<T>): Promise<T> {
  const value = (async () => find())();
  value.catch(() => undefined);
  return value;
}

/** Throws `NotKnown`, which every check that needs the value reports. */
export function certain<T>(found: T | NotKnown): T {
  if (found instanceof NotKnown) {
    throw found;
  }
  return found;
}

export async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => (error instanceof NotKnown ? undefined : Promise.reject(error)));
}
