import type { startGateway } from "../../gateway/index.ts";

export type Variants = NonNullable<NonNullable<Parameters<typeof startGateway>[0]>["variants"]>;

/** Every point that api.md leaves open, as the reference gateway can take it. */
export const variants: Record<string, Variants> = {
  "as documented": {},
  "tidying what it stores": { canonical: true },
  "bare single objects": { single: "bare", write: "bare" },
  "empty answers to writes": { write: "empty" },
  "empty answers to writes, id in Location": { write: "empty", location: true, createStatus: 202 },
  "empty answers to writes, tidying": { write: "empty", canonical: true },
  "lists without total": { total: false },
  "answers without null and timestamps": { sparse: true },
  "answers with unknown fields": { extra: true },
  "numbers spelled as strings": { numbers: "string" },
  "words of enumerations in another case": { words: "other-case" },
  "odd ids": { ids: "odd" },
  "workspace_id in models": { modelWorkspaceId: true },
  "created with 200, deleted with 200": { createStatus: 200, deleteStatus: 200 },
  "workspace_id on DELETE in the query, 404 elsewhere": { deleteScope: "query" },
  "workspace_id on DELETE in the query, 400 elsewhere": { deleteScope: "query", deleteScopeStatus: 400 },
  "workspace_id on DELETE not looked at": { deleteScope: "none" },
  "twins allowed": { twins: true },
  "a clock that is an hour behind": { dateSkewMs: -3_600_000 },
  "errors in plain text": { errors: "text" },
};

export const variantNames = Object.keys(variants);
