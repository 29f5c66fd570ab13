/** A file of tests that was run. */
export interface FileCost {
  readonly file: string;
  readonly project: string;
  /** CPU seconds. */
  readonly cpu: number;
  readonly tests: number;
}

const shown = 10;

/** CPU seconds by folder, and of the files that need the most. */
export function costTable(files: readonly FileCost[]): string {
  const folders = [...Map.groupBy(files, folderOf)].map(([folder, inside]): Row => {
    const [cpu, tests] = [sum(inside.map((file) => file.cpu)), sum(inside.map((file) => file.tests))];
    return [cpu, `${folder}: ${counted(inside.length, "file")}, ${counted(tests, "test")}`];
  });
  const dearest = lines(files.map(({ file, project, cpu }) => [cpu, `${file} (${project})`])).slice(0, shown);
  const heading = `The ${dearest.length} dearest files`;
  return ["CPU seconds by folder", ...lines(folders), "", heading, ...dearest].join("\n");
}

type Row = readonly [cpu: number, text: string];

/** The dearest first. */
function lines(rows: readonly Row[]): string[] {
  const sorted = rows.toSorted(([a], [b]) => b - a);
  return sorted.map(([cpu, text]) => `${cpu.toFixed(1).padStart(8)}  ${text}`);
}

function folderOf({ file, project }: FileCost): string {
  const [, folder = ""] = file.split("/");
  return `${file.split("/").length > 2 ? `test/${folder}` : "test"} (${project})`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
