import { compareTexts, draftsOf, titlesOf } from "./drafts.js";
import type { ExportedProgram, ExportInput } from "./exported-program.js";
import { programFiles } from "./files/program-files.js";
import { projectFiles } from "./files/project-files.js";
import { readmeFile } from "./files/readme-file.js";
import { namedObjects } from "./names/named-objects.js";
import { remarksOf } from "./remarks.js";
import { writtenObjects } from "./written-objects.js";

/** The program that declares an account as it is. The same account gives the same bytes. */
export async function exportProgram(input: ExportInput): Promise<ExportedProgram> {
  const drafts = draftsOf(input);
  const titles = titlesOf(input, drafts);
  const named = namedObjects(drafts, titles, input);
  const declared = await writtenObjects(named, input);
  const remarks = remarksOf(input, named, titles);
  const hasProse = declared.some(({ prose }) => prose.length > 0);
  const files = [
    ...(await projectFiles(input.project, hasProse)),
    ...programFiles(declared),
    readmeFile(input.project, declared, remarks),
  ];
  return {
    files: files.sort((a, b) => compareTexts([a.path], [b.path])),
    objects: declared.map(({ exported }) => exported),
    keys: declared.flatMap(({ keys }) => keys),
    remarks,
  };
}
