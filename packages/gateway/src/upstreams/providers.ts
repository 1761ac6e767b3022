import { hostedAt, hostedProviders, providerBy, providers, providerWith, type Provider } from '@reason/core/providers'

/** Those that are told apart without being configured. */
export const providerNames: readonly string[] = [
  ...hostedProviders,
  ...Object.entries<Provider>(providers).flatMap(([id, { engine }]) => (engine === undefined ? [] : [id])),
]

/** Undefined for addresses that say nothing: a local server may be anything. */
export const providerOf = (host: string): string | undefined => hostedAt(host)?.provider

/** Who seals what comes from an upstream: it under its name, or behind a router a cloud, which only the answer can name. */
export const sealerAt = ({ name, provider }: { name: string; provider: string | undefined }): { upstream?: string; provider?: string } => ({
  ...(providerBy(provider)?.router !== true && { upstream: name }),
  ...(provider !== undefined && { provider }),
})

/** What a local server says of itself in the header `Server`. */
export const providerOfServer = (server: string | string[] | undefined): string | undefined =>
  typeof server === 'string' ? providerWith('server', server) : undefined

/** The provider whose dialect an engine speaks. */
export const providerOfEngine = (engine: Provider['engine']): string | undefined => providerWith('engine', engine)
