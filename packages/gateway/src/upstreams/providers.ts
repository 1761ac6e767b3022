import { hostedAt, hostedProviders, providerBy, providers, providerWith, type Provider } from '@reason/core/providers'

/** Providers that the gateway recognises without configuration. */
export const providerNames: readonly string[] = [
  ...hostedProviders,
  ...Object.entries<Provider>(providers).flatMap(([id, { engine }]) => (engine === undefined ? [] : [id])),
]

/** The provider of a host name. Undefined for other hosts, as a local server may be anything. */
export const providerOf = (host: string): string | undefined => hostedAt(host)?.provider

/** Issuer of an upstream's seals: the upstream by address. Behind a router, it is a cloud provider that only the answer names. */
export const sealerAt = ({
  address,
  provider,
}: {
  address: string
  provider: string | undefined
}): { upstream?: string; provider?: string } => ({
  ...(providerBy(provider)?.router !== true && { upstream: address }),
  ...(provider !== undefined && { provider }),
})

/** The provider that a local server names in its `Server` header. */
export const providerOfServer = (server: string | string[] | undefined): string | undefined =>
  typeof server === 'string' ? providerWith('server', server) : undefined

/** The provider whose dialect an engine uses. */
export const providerOfEngine = (engine: Provider['engine']): string | undefined => providerWith('engine', engine)
