// Evaluates prompts. Put your own tool in the place of `passes`: until then nothing passes.
import { readFileSync } from "node:fs";

/** A prompt, as `workspace-gateway prompts list --json` gives it. */
interface Prompt {
  /** Undefined if it is a secret, or not known yet: nobody can evaluate it. */
  readonly text?: string;
  /** The models that it may meet, by the names of their providers: `openai/gpt-4.1-mini`. */
  readonly models: readonly string[];
}

async function passes(_prompt: Prompt): Promise<boolean> {
  return false;
}

const [, , file = ""] = process.argv;
const { prompts }: { prompts: readonly Prompt[] } = JSON.parse(readFileSync(file, "utf8"));
const at = new Date().toISOString();
const known = prompts.filter(({ text }) => text !== undefined);
// Each result repeats all of the prompt: what is signed is about exactly that.
const results = await Promise.all(
  known.map(async (prompt) => ({ ...prompt, passed: await passes(prompt), at })),
);
process.stdout.write(`${JSON.stringify({ format: 1, results }, undefined, 2)}\n`);
