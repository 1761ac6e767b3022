import { hostedAt, hostedProviders } from '@reason/core/providers'

/** Those that are told apart without being configured. */
export const providerNames: readonly string[] = [...hostedProviders, 'llamacpp', 'vllm']

/** Undefined for addresses that say nothing: a local server may be anything. */
export const providerOf = (host: string): string | undefined => hostedAt(host)?.provider

/** They ask one cloud or another, and name it in each answer. */
const routers: readonly string[] = ['openrouter', 'vercel-gateway']

/** Who seals what comes from an upstream: it under its name, or behind a router a cloud, which only the answer can name. */
export const sealerAt = ({ name, provider }: { name: string; provider: string | undefined }): { upstream?: string; provider?: string } => ({
  ...((provider === undefined || !routers.includes(provider)) && { upstream: name }),
  ...(provider !== undefined && { provider }),
})

/** What a local server says of itself in the header `Server`. */
export const providerOfServer = (server: string | string[] | undefined): string | undefined =>
  server === 'llama.cpp' ? 'llamacpp' : undefined

/** The provider whose dialect an engine speaks. */
export const providerOfEngine = (engine: 'llama-server' | 'vllm' | undefined): string | undefined =>
  engine === 'llama-server' ? 'llamacpp' : engine
