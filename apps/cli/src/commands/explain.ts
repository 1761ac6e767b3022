import { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import type { ExplainFlags } from '../explain/run.ts'
import { addAdapterOptions } from './adapter-options.ts'

const help = `
Examples:
  reason explain qwen3:8b
  reason explain openai/gpt-oss-20b --provider groq
  reason explain Qwen3-8B-Q4_K_M.gguf --json
  reason explain qwen3:8b --config reason.config.yaml

With --config, the installed gateway prints as JSON where a request for the model would go, which adapter would split its answer, and why.
GET /api/explain of a running gateway also knows what its servers say of themselves, and what it has learnt from their answers.

Exit codes: 0 explained, 1 the configuration is wrong, 2 wrong usage, 3 the gateway is not installed.`

export const explainCommand = (): Command =>
  addAdapterOptions(
    new Command('explain')
      .summary('show which adapter splits a model, and why')
      .description('Explains which adapter splits the output of a model, and why each candidate was taken or refused.')
      .argument('[model]', 'the same as --model'),
  )
    .option('--json', 'print one JSON object')
    .option('--config <file>', 'configuration of the gateway to use')
    .addHelpText('after', help)
    .action(async (named: string | undefined, { model = named, ...flags }: ExplainFlags) => {
      if (named !== undefined && model !== named) throw usageError(`there are two models, ${named} and ${model}. Name one.`)
      const { runExplain } = await import('../explain/run.ts')
      process.exitCode = await runExplain({ ...flags, ...(model !== undefined && { model }) })
    })
