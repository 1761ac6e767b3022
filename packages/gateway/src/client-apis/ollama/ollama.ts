import type { ApiError } from '../../errors/api-error.ts'

/** Ollama's own API, which the gateway asks upstreams in, and clients do not get. */
export const isOllamas = (url: string): boolean => /^\/api\/(?:chat|generate|tags|show|ps|version|embed|embeddings|pull)(?:\?|$)/.test(url)

/** Its clients show an error where it is a text: of an object they make `[object Object]`. */
export const ollamaShape = { errorBody: ({ message }: ApiError): string => JSON.stringify({ error: message }) }

export const notOllama = (method: string, url: string): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'unknown_url',
  message: `There is no ${method} ${url.split('?')[0]}: this gateway does not speak Ollama's own API to its clients. Have the client speak OpenAI's, as it would to Ollama itself, at the address of the gateway with /v1.`,
})
