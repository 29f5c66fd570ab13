#!/usr/bin/env node
import { createCommand } from "./cli/command.ts";

await createCommand().parseAsync();
