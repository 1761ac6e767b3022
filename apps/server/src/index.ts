import type { GatewayConfigFile } from './config/config-file.ts'

export type { GatewayConfigFile as GatewayConfig }

/** Gives a configuration in TypeScript its types: `export default defineConfig({ … })` in `reason.config.ts`. */
export const defineConfig = (config: GatewayConfigFile): GatewayConfigFile => config
