import { findProject } from "../doctor/project/pulumi-project.js";

/** Whether the project of a folder names the plugin: what is imported there is of its types then. */
export async function hasPlugin(folder: string): Promise<boolean> {
  const project = await findProject(folder).catch(() => undefined); // pulumi will say what is wrong with it
  return project?.plugin !== undefined;
}
