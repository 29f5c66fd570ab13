// Takes away what an earlier build has made: a module that is gone must not stay.
import { rmSync } from "node:fs";
import path from "node:path";

rmSync(path.join(import.meta.dirname, "../dist"), { recursive: true, force: true });
