import { declareRegion, type Region } from "./region.ts";

// Connections are identified by name: `eu` reads its URL from WORKSPACE_GATEWAY_EU_BASE_URL, and so on.
const regions: Region[] = [
  { connection: "eu", vendor: "https://eu.api.openai.com/v1", maxRequests: 2_000 },
  { connection: "us", vendor: "https://us.api.openai.com/v1", maxRequests: 6_000 },
];

/** The id of the team's workspace on each gateway. */
export const workspaces = Object.fromEntries(
  regions.map((region) => [region.connection, declareRegion(region)]),
);
