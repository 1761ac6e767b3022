import { availableParallelism } from 'node:os'
import { checks } from './checks.ts'
import { execute } from './command.ts'
import { runChecks } from './runner.ts'

// turbo and the check of packed files call pnpm by name.
await execute('pnpm', '--version').catch(() => {
  console.error('pnpm is not on the PATH. Run: npx -y -p pnpm@12.21.0 -c "pnpm run check"')
  process.exit(1)
})

const passed = await runChecks(checks, Math.max(2, availableParallelism()), (line) => console.log(line))
process.exitCode = passed ? 0 : 1
