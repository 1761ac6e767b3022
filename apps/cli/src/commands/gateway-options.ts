import type { Command } from 'commander'

/** Adds the flags of commands that use a running gateway. */
export const addGatewayOptions = (command: Command): Command =>
  command
    .option('--gateway <url>', 'address of the gateway (default: REASON_GATEWAY, or http://127.0.0.1:8787)')
    .option('--key-env <name>', 'environment variable with your API key for the gateway (default: REASON_KEY)')
