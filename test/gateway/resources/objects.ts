import { config } from "./config.ts";
import { mapping } from "./mapping.ts";
import { model } from "./model.ts";
import { prompt } from "./prompt.ts";
import { provider } from "./provider.ts";
import type { Resource } from "./resource.ts";
import { siteIndex } from "./site-index.ts";

/** The objects of a workspace that `collection` serves. */
export const resources: readonly Resource[] = [provider, model, prompt, mapping, siteIndex, config];
