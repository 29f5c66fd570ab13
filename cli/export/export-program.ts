import { declarations } from "./declarations.js";
import { compareTexts, draftsOf, titlesOf } from "./drafts.js";
import type { ExportedProgram, ExportInput } from "./exported-program.js";
import { programFiles, projectFiles, readmeFile } from "./files.js";
import { namedObjects } from "./names.js";
import { remarksOf } from "./remarks.js";

/** The program that declares an account as it is. The same account gives the same bytes. */
export function exportProgram(input: ExportInput): ExportedProgram {
  const drafts = draftsOf(input);
  const titles = titlesOf(input, drafts);
  const named = namedObjects(drafts, titles, input);
  const { declared, used } = declarations(named, input);
  const remarks = remarksOf(input, named, titles);
  const files = [
    ...projectFiles(
      input.project,
      declared.some(({ prose }) => prose.length > 0),
    ),
    ...programFiles(declared),
    readmeFile(input.project, declared, remarks),
  ];
  return {
    files: files.sort((a, b) => compareTexts([a.path], [b.path])),
    objects: declared.map(({ exported }) => exported),
    used,
    keys: declared.flatMap(({ keys }) => keys),
    remarks,
  };
}
