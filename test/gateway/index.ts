export type { Account } from "./auth/accounts.ts";
export type { FaultEffect, FaultTarget, SetFault } from "./faults/faults.ts";
export type { AppRegistration, Gateway, GatewayOptions, TokenWish } from "./gateway.ts";
export { startGateway } from "./gateway.ts";
export type { RateLimit } from "./http/limiter.ts";
export type { LogFilter, RequestLogEntry } from "./log.ts";
export type { Seed } from "./seed.ts";
export type { Variants } from "./variants.ts";
