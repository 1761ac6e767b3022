import { startCluster } from './cluster.ts'

/** `pnpm cluster [--replicas N] [--port N] [flags of the gateway]` */
const flags = process.argv.slice(2)
const replicas = Number(take('--replicas') ?? 2)
const port = Number(take('--port') ?? 8787)
const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env

const cluster = await startCluster({ replicas, port, flags, ...(databaseUrl && { databaseUrl }), ...(redisUrl && { redisUrl }) }).catch(
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
console.log(
  [
    `${replicas} gateways are behind ${cluster.url} (${cluster.front})`,
    ...cluster.replicas.map(({ url, pid }) => `  ${url}  (process ${pid}: kill it, and the others go on)`),
    '',
    `traces   ${cluster.databaseUrl}`,
    `budgets  ${cluster.redisUrl}`,
    '',
    'Ctrl-C ends all of it.',
  ].join('\n'),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void cluster.stop().then(() => process.exit(0))
  })
}

function take(flag: string): string | undefined {
  const at = flags.indexOf(flag)
  return at === -1 ? undefined : flags.splice(at, 2)[1]
}
