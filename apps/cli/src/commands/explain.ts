import { Command } from 'commander'
import type { ExplainFlags } from '../explain/run.ts'
import { addAdapterOptions } from './adapter-options.ts'

const help = `
Examples:
  reason explain --model qwen3:8b
  reason explain --model openai/gpt-oss-20b --provider groq
  reason explain --model Qwen3-8B-Q4_K_M.gguf --json
  reason explain --model qwen3:8b --config reason.config.yaml

With --config the gateway, which has to be installed where you are or beside this command, says where a request for the model
would go, what would split its answer and why: what its GET /api/explain says, as JSON.

Exit codes: 0 explained, 1 the configuration is wrong, 2 wrong usage, 3 the gateway is not installed.`

export const explainCommand = (): Command =>
  addAdapterOptions(
    new Command('explain')
      .summary('say which adapter a model gets, and why')
      .description('Explains which adapter splits the output of a model, and why each candidate was taken or refused.'),
  )
    .option('--json', 'print it as one JSON object')
    .option('--config <file>', 'with this configuration of the gateway')
    .addHelpText('after', help)
    .action(async (flags: ExplainFlags) => {
      const { runExplain } = await import('../explain/run.ts')
      process.exitCode = await runExplain(flags)
    })
