import * as gateway from "pulumi-workspace-gateway";

new gateway.Quota("requests-per-day", {
  match: { name: "Requests per day" },
  maxRequests: 10_000,
  period: "CALENDAR",
  windowMinutes: 1440,
});

new gateway.Quota("requests-per-hour", {
  match: { name: "Requests per hour" },
  maxRequests: 1000,
  period: "ROLLING",
  windowMinutes: 60,
});
