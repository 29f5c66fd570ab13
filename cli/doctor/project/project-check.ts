import { projectRow } from "../known.js";

/** A file that cannot be read is not the same as no project. */
export const projectCheck = projectRow("project", ["folder"], ({ folder }, check) => {
  if (folder === undefined) {
    return undefined;
  }
  return "wrong" in folder
    ? check.problem({
        found: `${folder.wrong}.`,
        means: "No command of pulumi works on it.",
        remedy: "Correct the file.",
      })
    : check.ok({ found: `${folder.file} is the project ${folder.name}.` });
});
