import type { Terminal } from "../../../cli/terminal.js";

/** A terminal at which nobody sits, and what it was told: results and notes. */
export function heardTerminal(env: Terminal["env"], more: Partial<Terminal> = {}) {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal: Terminal = {
    env,
    interactive: false,
    out: (line) => void out.push(line),
    note: (line) => void notes.push(line),
    progress: () => {},
    confirm: async () => false,
    secrets: [],
    ...more,
  };
  return { terminal, out, notes };
}
