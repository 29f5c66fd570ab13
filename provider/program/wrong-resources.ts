import * as pulumi from "#sdk";

/** Collects the problems of a program's resources. A preview reports all of them; an update stops at the first resource. */
class WrongResources {
  private readonly found = new WeakMap<object, Found>();

  /**
   * Reports the problems of a resource, one line each. In a preview it returns a promise that rejects after the current turn of the
   * event loop, with the problems of all resources of that turn. As an input, it keeps the resource from being registered. In an
   * update and in tests with mocks it throws a `RunError` at once.
   */
  add(lines: readonly string[]): Promise<never> {
    const run = pulumi.getStackResource();
    if (run === undefined || pulumi.getMonitor() instanceof pulumi.MockMonitor) {
      throw new pulumi.RunError(lines.join("\n"));
    }
    if (!pulumi.isDryRun()) {
      throw errorOf(lines);
    }
    const found = this.found.get(run) ?? this.begin(run);
    found.lines.push(...lines);
    return found.failure;
  }

  private begin(run: object): Found {
    const lines: string[] = [];
    const failure = new Promise<never>((_resolve, reject) => {
      setImmediate(() => {
        this.found.delete(run);
        reject(keepMessage(errorOf(lines)));
      });
    });
    const found = { lines, failure };
    this.found.set(run, found);
    return found;
  }
}

interface Found {
  readonly lines: string[];
  readonly failure: Promise<never>;
}

/** Logs all lines but the last one, which becomes the error: the SDK prints it without a stack. */
function errorOf(lines: readonly string[]): Error {
  for (const line of lines.slice(0, -1)) {
    void pulumi.log.error(line);
  }
  return new pulumi.RunError(lines.at(-1));
}

/** Keeps the SDK from prepending the name of the failed input to the message. */
function keepMessage(error: Error): Error {
  const { message } = error;
  return Object.defineProperty(error, "message", { get: () => message, set: () => undefined });
}

export const wrongResources = new WrongResources();
