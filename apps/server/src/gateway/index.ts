export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
export type { Log, LogLine } from './log.ts'
