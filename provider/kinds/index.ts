import { mapping } from "./mapping.js";
import { model } from "./model.js";
import { modelProvider } from "./model-provider.js";
import { prompt } from "./prompt.js";
import { workspace } from "./workspace.js";

/** Every kind, those that others refer to first. */
export const kinds = [workspace, modelProvider, model, prompt, mapping];
