// What follows the compiler: each step reads what those before it have written.
import { chmodSync } from "node:fs";
import path from "node:path";
import "./bundle.mts";
import "./declarations.mts";
import "./schema.mts";
import "./readme.mts";

chmodSync(path.join(import.meta.dirname, "../dist/cli/main.js"), 0o755);
