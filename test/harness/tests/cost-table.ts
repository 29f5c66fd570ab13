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
  const folders = [...Map.groupBy(files, folderOf)]
    .map(([folder, inside]) => row(cpuOf(inside), `${folder}: ${told(inside)}`, cpuOf(inside)))
    .toSorted((a, b) => b.cpu - a.cpu);
  const dearest = files
    .map(({ file, project, cpu }) => row(cpu, `${file} (${project})`, cpu))
    .toSorted((a, b) => b.cpu - a.cpu)
    .slice(0, shown);
  return [
    "CPU seconds by folder",
    ...folders.map(({ line }) => line),
    "",
    `The ${dearest.length} dearest files`,
    ...dearest.map(({ line }) => line),
  ].join("\n");
}

function row(seconds: number, text: string, cpu: number) {
  return { cpu, line: `${seconds.toFixed(1).padStart(8)}  ${text}` };
}

function folderOf({ file, project }: FileCost): string {
  const [, folder = ""] = file.split("/");
  return `${file.split("/").length > 2 ? `test/${folder}` : "test"} (${project})`;
}

function cpuOf(files: readonly FileCost[]): number {
  return files.reduce((sum, { cpu }) => sum + cpu, 0);
}

function told(files: readonly FileCost[]): string {
  const tests = files.reduce((sum, each) => sum + each.tests, 0);
  return `${files.length} ${files.length === 1 ? "file" : "files"}, ${tests} ${tests === 1 ? "test" : "tests"}`;
}
