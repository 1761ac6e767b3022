import type { Command } from 'commander'

/** Of commands that ask a gateway that runs. */
export const addGatewayOptions = (command: Command): Command =>
  command
    .option('--gateway <url>', 'where the gateway is: http://127.0.0.1:8787, unless REASON_GATEWAY or this says otherwise')
    .option('--key-env <name>', 'environment variable with a key of the gateway (default: REASON_KEY)')
