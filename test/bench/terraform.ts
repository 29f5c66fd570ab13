import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const program = /^terraform-provider-restapi/;

/** Whether Terraform or OpenTofu could do the same work here: nothing is downloaded for it. */
export function terraformNote(env: NodeJS.ProcessEnv): string {
  const folders = (env.PATH ?? "").split(path.delimiter);
  const tool = ["tofu", "terraform"]
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (tool === undefined) return "terraform: not run, neither tofu nor terraform is on PATH";
  const mirrors = [
    env.TF_PLUGIN_CACHE_DIR,
    path.join(os.homedir(), ".terraform.d/plugins"),
    path.join(os.homedir(), ".local/share/terraform/plugins"),
    "/usr/local/share/terraform/plugins",
    "/usr/share/terraform/plugins",
  ].filter((folder) => folder !== undefined && existsSync(folder));
  const found = mirrors.some((folder) =>
    readdirSync(folder ?? "", { recursive: true }).some((file) => program.test(path.basename(String(file)))),
  );
  return found
    ? `terraform: not run, as there is no configuration of the generic REST provider for ${tool} here`
    : `terraform: not run, ${path.basename(tool)} is there, but a generic REST provider (Mastercard/restapi) lies in none of its local folders`;
}
