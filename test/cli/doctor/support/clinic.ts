import { expect } from "vitest";
import { type DoctorOptions, runDoctor } from "../../../../cli/doctor/command.js";
import type { Machine, Ran } from "../../../../cli/doctor/pulumi.js";
import type { Diagnosis } from "../../../../cli/doctor/table.js";
import type { Terminal } from "../../../../cli/terminal.js";
import type { Gateway, Variants } from "../../../gateway/index.ts";
import { type Desk, openDesk } from "../../support/desk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A gateway, and a machine on which other programs say what a test wants. */
export interface Clinic extends Desk {
  readonly folder: string;
  /** What a command prints, by the command line or its beginning; what is not here does not exist. */
  readonly programs: Map<string, Partial<Ran>>;
  readonly machine: Machine;
  visit(options?: DoctorOptions): ReturnType<typeof visit>;
}

export const noApp = { WORKSPACE_GATEWAY_CLIENT_ID: undefined, WORKSPACE_GATEWAY_CLIENT_SECRET: undefined };

/** Signed in with a token, unless `env` says otherwise. */
export async function openClinic(
  variants: Partial<Variants> = {},
  env: Terminal["env"] | ((gateway: Gateway) => Terminal["env"]) = {},
): Promise<Clinic> {
  const open = await openDesk(variants);
  const own = typeof env === "function" ? env(open.gateway) : env;
  const all = { ...open.terminal.env, WORKSPACE_GATEWAY_RETRY_BUDGET: "0.01", ...own };
  const desk = { ...open, terminal: { ...open.terminal, env: all } };
  const folder = await temporaryFolder();
  const programs = new Map<string, Partial<Ran>>([["node --version", { stdout: "v24.21.0\n" }]]);
  const machine: Machine = {
    env: all,
    folder,
    node: "24.21.0",
    run: async (command, args) => {
      const line = [command, ...args].join(" ");
      const [, said] = [...programs].find(([start]) => line.startsWith(start)) ?? [];
      return { code: said === undefined ? undefined : 0, stdout: "", stderr: "", late: false, ...said };
    },
  };
  const clinic = { ...desk, folder, programs, machine };
  return { ...clinic, visit: (options = {}) => visit(clinic, options) };
}

async function visit({ terminal, out, machine }: Omit<Clinic, "visit">, options: DoctorOptions) {
  const refusal = await runDoctor({ json: true, ...options }, terminal, machine).then(
    () => undefined,
    (error: unknown) => error,
  );
  const output = out.splice(0).join("\n");
  const { findings } = JSON.parse(output || '{"findings":[]}') as { findings: Diagnosis[] };
  /** The one finding of a check. */
  const of = (check: string) => {
    const found = findings.filter((each) => each.check === check);
    expect(found.length, `${check} has not one finding:\n${output}`).toBe(1);
    return found[0] ?? expect.unreachable();
  };
  return { findings, output, refusal, of };
}
