import type { TextAdapter } from '@reason/core'
import { auto, plain } from '@reason/core/adapter'
import { knownTexts } from '../adapters/known.ts'
import { loadPlugin } from '../adapters/load-plugin.ts'
import { adapterOptions, type AdapterFlags } from '../adapters/options.ts'
import { usageError } from '../cli-error.ts'
import { loadRegistry } from '../registry.ts'

/** An adapter for a vector of a kind, or why there is none. */
export type Made = { adapter: TextAdapter } | { refused: string }

/**
 * @param kind - The adapter that the vector is about; undefined: it does not say.
 * @param options - What the vector says of it.
 */
export type MakeAdapter = (kind: string | undefined, options: Record<string, unknown>) => Promise<Made>

/** Makes adapters for vectors: the one that was asked for by name, else the one that the vector is about. */
export function createMaker(flags: AdapterFlags): MakeAdapter {
  const { name, options: given } = adapterOptions(flags)

  return async (kind, options) => {
    const wanted = name ?? kind
    if (wanted === undefined) throw usageError('these vectors do not say which adapter they are for. Name it with --adapter.')
    if (wanted === 'plain') return { adapter: plain() }
    if (wanted === 'auto') return { adapter: auto({ candidates: (await loadRegistry({})).registry.texts }) }
    const ours = wanted in knownTexts
    if (ours && kind !== undefined && wanted !== kind) return { refused: `it is about ${kind}, and ${wanted} was asked for` }
    // What a vector says about options it says to the adapter that it is about; another one has other options.
    const all = ours ? { ...options, ...given } : given
    return { adapter: (await loadPlugin('text', wanted, all)) as TextAdapter }
  }
}
