import type { TextAdapter } from '@reason/core'
import { auto, plain } from '@reason/core/adapter'
import { knownTexts } from '../adapters/known.ts'
import { loadPlugin } from '../adapters/load-plugin.ts'
import { adapterOptions, type AdapterFlags } from '../adapters/options.ts'
import { usageError } from '../cli-error.ts'
import { loadRegistry } from '../registry.ts'

/** Adapter for a vector, or the reason why there is none. */
export type Made = { adapter: TextAdapter } | { refused: string }

/**
 * @param kind - Adapter that the vector is about. Undefined if it names none.
 * @param options - Options in the vector.
 */
export type MakeAdapter = (kind: string | undefined, options: Record<string, unknown>) => Promise<Made>

/** Creates adapters for vectors: the one requested by name, or that of the vector. */
export function createMaker(flags: AdapterFlags): MakeAdapter {
  const { name, options: given } = adapterOptions(flags)

  return async (kind, options) => {
    const wanted = name ?? kind
    if (wanted === undefined) throw usageError('these vectors do not say which adapter they are for. Name it with --adapter.')
    if (wanted === 'plain') return { adapter: plain() }
    if (wanted === 'auto') return { adapter: auto({ candidates: (await loadRegistry({})).registry.texts }) }
    const ours = wanted in knownTexts
    if (ours && kind !== undefined && wanted !== kind) return { refused: `it is about ${kind}, and ${wanted} was asked for` }
    // Options of a vector belong to its own adapter. Other adapters have other options.
    const all = ours ? { ...options, ...given } : given
    return { adapter: (await loadPlugin('text', wanted, all)) as TextAdapter }
  }
}
