import * as pulumi from "#sdk";

/** What is wrong with the resources of a program. A preview names all that are wrong; the first one ends all else. */
class WrongResources {
  private readonly found = new WeakMap<object, Found>();

  /**
   * Takes a line for each thing that is wrong with a resource. In a preview it returns a promise that fails when all resources of
   * this turn were looked at: as an input, it keeps the resource from the engine.
   */
  add(lines: readonly string[]): Promise<never> {
    const run = pulumi.getStackResource();
    if (run === undefined || pulumi.getMonitor() instanceof pulumi.MockMonitor) {
      throw new pulumi.RunError(lines.join("\n"));
    }
    if (!pulumi.isDryRun()) {
      throw told(lines);
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
        reject(asWritten(told(lines)));
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

/** Tells the engine all lines but the last one, which the SDK tells, without a stack. */
function told(lines: readonly string[]): Error {
  for (const line of lines.slice(0, -1)) {
    void pulumi.log.error(line);
  }
  return new pulumi.RunError(lines.at(-1));
}

/** Keeps the SDK from putting the name of the failed input before the message. */
function asWritten(error: Error): Error {
  const { message } = error;
  return Object.defineProperty(error, "message", { get: () => message, set: () => undefined });
}

export const wrongResources = new WrongResources();
