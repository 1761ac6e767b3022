import type { Config } from '../config/load.ts'
import type { OpenUpstream } from '@reason/gateway/host'
import { createEmbeddedUpstream } from './embedded.ts'
import { createHttpUpstream } from './http.ts'

/** The configured address, or the recordings. */
export const openUpstream: OpenUpstream<Config> = (wire, config) =>
  config.upstream === undefined ? createEmbeddedUpstream(config.pace, wire) : createHttpUpstream(config.upstream, wire, config)
