import type { GatewayConfig } from './config/config-file.ts'

export type { GatewayConfig }

/** Gives a configuration in TypeScript its types: `export default defineConfig({ … })` in `reason.config.ts`. */
export const defineConfig = (config: GatewayConfig): GatewayConfig => config
