import type { GatewayConfig } from './settings.ts'
import { nameOf } from './upstream-list.ts'

/** Configuration of one of several upstreams, as if it were the only one. */
export type SingleConfig<C> = Omit<C, 'upstreams'> & { upstreamName: string }

/** A configuration whose keys may not be loaded yet. */
export type UnopenedConfig = Omit<GatewayConfig, 'upstreamKey' | 'upstreamKeys'>

/** The configuration of each upstream: the only one, or those in the list. */
export function singlesOf<C extends UnopenedConfig & Partial<Pick<GatewayConfig, 'upstreamKey' | 'upstreamKeys'>>>(
  config: C,
): SingleConfig<C>[] {
  const { upstreams, ...common } = config
  if (upstreams === undefined) return [{ ...common, upstreamName: nameOfOnly(config) } as SingleConfig<C>]
  return upstreams.map((entry): SingleConfig<C> => {
    const { url, format = 'openai-chat', provider, engine, timeouts = {}, proxy, askUsage, askReasoning, askEffort, stopSequences } = entry
    const name = nameOf(entry)
    return {
      ...common,
      upstreamName: name,
      upstream: url,
      upstreamFormat: format,
      upstreamProvider: provider,
      upstreamEngine: engine,
      upstreamKey: config.upstreamKeys?.[name],
      upstreamProxy: proxy,
      connectTimeout: timeouts.connect ?? config.connectTimeout,
      responseTimeout: timeouts.response ?? config.responseTimeout,
      idleTimeout: timeouts.idle ?? config.idleTimeout,
      askUsage: askUsage ?? config.askUsage,
      askReasoning: askReasoning ?? config.askReasoning,
      askEffort: askEffort ?? config.askEffort,
      stopSequences: stopSequences ?? config.stopSequences,
    } as SingleConfig<C>
  })
}

const nameOfOnly = ({ upstream: url }: Pick<GatewayConfig, 'upstream'>): string => (url === undefined ? 'recordings' : nameOf({ url }))
