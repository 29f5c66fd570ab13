import type { Team } from "../team.ts";

export const team: Team = {
  name: "Sales",
  budget: 200,
  tone: "Never promise a price or a date.",
  routes: { default: "small" },
};
