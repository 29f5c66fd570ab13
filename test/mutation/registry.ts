import type { Adapter } from "../harness/adapter.ts";

/** A test, as a file declares it. */
export interface Declared {
  readonly id: string;
  readonly file: string;
  readonly adapter: Adapter;
  readonly name: string;
  /** The file and the name as written there: the same for all rows of a table and for all kinds of a group. */
  readonly law: string;
  readonly body: () => unknown;
  /** What the file and the groups around the test do after it, the innermost first. */
  readonly after: readonly (() => unknown)[];
}

/** A `describe`, or a file. */
interface Group {
  readonly name: string;
  readonly around: Group | undefined;
  readonly after: (() => unknown)[];
}

/** What the files of tests have declared so far, and what the test that runs has asked for. */
class Registry {
  readonly tests: Declared[] = [];
  readonly finishing: (() => unknown)[] = [];
  /** The file of the test that runs. */
  running = "";
  private file = "";
  private adapter: Adapter = "dynamic";
  private group: Group = { name: "", around: undefined, after: [] };
  private readonly taken = new Map<string, number>();

  open(file: string, adapter: Adapter): void {
    this.file = file;
    this.adapter = adapter;
    this.group = { name: "", around: undefined, after: [] };
  }

  within(name: string, declare: () => void): void {
    const around = this.group;
    this.group = { name: [around.name, name].filter(Boolean).join(" > "), around, after: [] };
    declare();
    this.group = around;
  }

  add(name: string, body: () => unknown, written = name): void {
    const { file, adapter, group } = this;
    const full = [group.name, name].filter(Boolean).join(" > ");
    // Not by the full name: that of a row may differ from process to process, as a stack does.
    const same = `${file}#${[group.name, written].filter(Boolean).join(" > ")}${adapter === "native" ? " (native)" : ""}`;
    const count = this.taken.get(same) ?? 0;
    this.taken.set(same, count + 1);
    const id = count === 0 ? same : `${same} (${count})`;
    const law = `${adapter} ${file}#${written}`;
    this.tests.push({ id, file, adapter, name: full, law, body, after: afterOf(group) });
  }

  afterEach(step: () => unknown): void {
    this.group.after.push(step);
  }
}

/** Read when the test runs: what a group asks for below its tests holds for them, too. */
function afterOf(group: Group | undefined): readonly (() => unknown)[] {
  const chain: Group[] = [];
  for (let each = group; each !== undefined; each = each.around) {
    chain.push(each);
  }
  return [() => inOrder(chain.flatMap(({ after }) => after))];
}

/** One after the other. */
export async function inOrder(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    await step();
  }
}

/** The runner and what the tests import as `vitest` meet in it. */
export const registry = new Registry();
