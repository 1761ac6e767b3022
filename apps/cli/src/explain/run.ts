import type { Resolution } from '@reason/core/adapter'
import { defined } from '@reason/wire-kit'
import type { AdapterFlags } from '../adapters/options.ts'
import { usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { runGateway } from '../gateway/run.ts'
import { home } from '../home.ts'
import { createOutput } from '../output.ts'
import { loadRegistry, loadWire } from '../registry.ts'
import { knownWires } from '../adapters/known.ts'
import { paintFor } from '../render/styles.ts'
import { renderExplanation } from '../render/explanation.ts'

export interface ExplainFlags extends AdapterFlags {
  json?: boolean
  config?: string
}

/** Explains which adapter a model gets. @returns The exit code. */
export async function runExplain(flags: ExplainFlags): Promise<number> {
  if (flags.model === undefined && flags.provider === undefined) {
    throw usageError('there is nothing to explain. Name a model, a provider or both: reason explain qwen3:8b')
  }
  if (flags.config !== undefined) return explainedByGateway(flags, flags.config)
  const [{ registry, named }, ...wires] = await Promise.all([
    loadRegistry(flags, 'always'),
    ...Object.keys(knownWires).map((id) => loadWire(id)),
  ])
  // Wire formats have passports, too: they know which providers separate the reasoning themselves.
  for (const wire of wires) registry.use(wire)
  const { model, provider } = flags
  const query = defined({ model, provider })
  const resolution = registry.resolve({ ...query, ...(named !== undefined && { hints: { adapter: named } }) })
  const output = createOutput()
  await output.write(flags.json === true ? asJson(query, resolution) : renderExplanation(query, resolution, paintFor(process.stdout)))
  return exitCodes.ok
}

/** Lets the gateway explain, because the gateway reads its configuration itself. */
async function explainedByGateway({ model, provider, adapter, family, option, options }: ExplainFlags, config: string): Promise<number> {
  if (model === undefined) throw usageError('with --config a model is needed: reason explain qwen3:8b --config reason.config.yaml')
  if ([provider, adapter, family, option, options].some((said) => said !== undefined)) {
    throw usageError(
      'the configuration decides which upstream serves a model and which adapter splits it. With --config, give the model alone.',
    )
  }
  return runGateway(['config', 'explain', model, '--config', config], process.cwd(), home)
}

function asJson(query: object, { adapter, native, passport, candidates }: Resolution): string {
  const { flags, options, serviceTokens } = passport
  return `${JSON.stringify({ ...query, adapter: adapter.id, native, options: options[adapter.id] ?? {}, flags, serviceTokens, candidates }, null, 2)}\n`
}
