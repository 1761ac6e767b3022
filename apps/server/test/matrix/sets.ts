import type { WireFormat } from '@reason/core'
import { describedUpstreams } from '@reason/exchanges/described'
import { shared } from '@reason/testkit/shared'
import type { OurWire } from '@reason/gateway/upstreams'
import { captureName, captureSource } from './captures.ts'
import { describedSource } from './described.ts'
import { llamaServerName, llamaServerSource } from './llama-server.ts'
import type { Source, Wanted } from './source.ts'

/** Where the responses of upstreams come from. */
export interface SourceSet {
  /** Provider that the gateway is set to, by format. */
  provider(format: OurWire): string
  /** Name of the recording, where it is one. */
  nameOf(wanted: Wanted): string | undefined
  /** Undefined where the set has none. */
  sourceOf(wire: WireFormat, wanted: Wanted): Source | undefined
  /** False where its files are absent. */
  isHere: boolean
}

export const setNames = ['described', 'llama-server', 'captures'] as const
export type SetName = (typeof setNames)[number]

const provider = (format: OurWire): string => describedUpstreams[format].provider

export const sets: Readonly<Record<SetName, SourceSet>> = {
  described: { provider, nameOf: () => undefined, sourceOf: (_, wanted) => describedSource(wanted), isHere: true },
  'llama-server': { provider: () => 'llamacpp', nameOf: llamaServerName, sourceOf: llamaServerSource, isHere: true },
  captures: { provider, nameOf: captureName, sourceOf: captureSource, isHere: shared !== undefined },
}

/** Whether a set has a response for a cell. */
export const has = (set: SetName, wanted: Wanted): boolean => set === 'described' || sets[set].nameOf(wanted) !== undefined
