import type { WireFormat } from '@reason/core'
import { describedUpstreams } from '@reason/exchanges/described'
import { shared } from '@reason/testkit/shared'
import type { OurWire } from '@reason/gateway/upstreams'
import { captureName, captureSource } from './captures.ts'
import { describedSource } from './described.ts'
import { llamaServerName, llamaServerSource } from './llama-server.ts'
import type { Source, Wanted } from './source.ts'

/** A source of upstream responses. */
export interface SourceSet {
  /** The gateway's provider setting for a format. */
  provider(format: OurWire): string
  /** Name of the recording. Undefined for other sources. */
  nameOf(wanted: Wanted): string | undefined
  /** The response for a cell. Undefined if the set has none. */
  sourceOf(wire: WireFormat, wanted: Wanted): Source | undefined
  /** False if the files of the set are absent. */
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
