import { afterAll } from "vitest";
import { recordCalls } from "./record.ts";

// Runs before each test file; the worker goes on with other files.
afterAll(recordCalls(process.env.API_CALLS ?? ""));
