import { createRegistry, type Registry, type TextAdapter, type WireFormat } from '@reason/core'
import { withNamedFaults } from '@reason/plugins'
import { builtInTexts, knownTexts } from './adapters/known.ts'
import { loadPlugin } from './adapters/load-plugin.ts'
import { adapterOptions, type AdapterFlags } from './adapters/options.ts'

export interface LoadedRegistry {
  registry: Registry
  /** Id of the adapter requested by name. An adapter of a package has its own id. */
  named?: string
}

/**
 * Creates a registry with the adapter of `--adapter` and its options.
 *
 * @param others - Whether to add the other built-in text adapters. `when-open`: only if no adapter is named, because loading takes time. `always`: to explain
 * why they were refused.
 */
export async function loadRegistry(flags: AdapterFlags, others: 'when-open' | 'always' = 'when-open'): Promise<LoadedRegistry> {
  const { name, options } = adapterOptions(flags)
  const registry = createRegistry()
  const asked = name === undefined || (builtInTexts as readonly string[]).includes(name) ? undefined : await loadText(name, options)
  const open = asked === undefined && name !== 'plain'
  const ids = open || others === 'always' ? Object.keys(knownTexts).filter((id) => id !== asked?.id) : []
  const rest = await Promise.all(ids.map((id) => loadText(id, {})))
  // The requested adapter comes first, because the registry prefers earlier adapters of a kind.
  for (const adapter of asked === undefined ? rest : [asked, ...rest]) registry.use(adapter)
  const named = asked?.id ?? name
  return { registry, ...(named !== undefined && { named }) }
}

export const loadWire = async (name: string, options: object = {}): Promise<WireFormat> =>
  (await loadPlugin('wire', name, options)) as WireFormat

async function loadText(name: string, options: object): Promise<TextAdapter> {
  const adapter = (await loadPlugin('text', name, options)) as TextAdapter
  return Object.hasOwn(knownTexts, name) ? adapter : withNamedFaults(adapter, name)
}
