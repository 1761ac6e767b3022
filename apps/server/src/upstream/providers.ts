import { hostedAt, hostedProviders } from '@reason/core/providers'

/** Those that are told apart without being configured. */
export const providerNames: readonly string[] = [...hostedProviders, 'llamacpp', 'vllm']

/** Undefined for addresses that say nothing: a local server may be anything. */
export const providerOf = (host: string): string | undefined => hostedAt(host)?.provider

/** What a local server says of itself in the header `Server`. */
export const providerOfServer = (server: string | string[] | undefined): string | undefined =>
  server === 'llama.cpp' ? 'llamacpp' : undefined

/** The provider whose dialect an engine speaks. */
export const providerOfEngine = (engine: 'llama-server' | 'vllm' | undefined): string | undefined =>
  engine === 'llama-server' ? 'llamacpp' : engine
