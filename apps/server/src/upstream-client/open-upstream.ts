import type { OpenUpstream } from '@reason/gateway/host'
import { createFetchUpstream, type Upstream, type UpstreamWire } from '@reason/gateway/upstreams'
import { recordedModels } from '@reason/recorded-models'
import type { Config } from '../config/load.ts'
import { createHttpUpstream, via } from './http.ts'

/** Opens the configured address, or the recordings. */
export const openUpstream: OpenUpstream<Config> = (wire, config) =>
  config.upstream === undefined ? openRecordings(wire, config) : createHttpUpstream(config.upstream, wire, config)

const recordings = 'embedded recordings'

type RecordingsConfig = Pick<Config, 'pace' | 'connectTimeout' | 'responseTimeout' | 'idleTimeout'>

/** Opens the recorded models in place of an API. */
export function openRecordings(wire: Pick<UpstreamWire, 'id' | 'endpoint'>, config: RecordingsConfig): Upstream {
  // Each recording comes from a different server, so the upstream has no properties of a server and no `ask`.
  const of = { ...config, upstreamProvider: undefined, upstreamEngine: undefined, upstreamKey: undefined }
  const { ask: _, ...upstream } = createFetchUpstream('http://recordings', wire, of, recordedModels({ pace: config.pace }), via)
  return { ...upstream, name: recordings, address: recordings }
}
