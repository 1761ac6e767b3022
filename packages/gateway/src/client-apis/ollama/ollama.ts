import { badRequest, type ApiError } from '../../errors/api-error.ts'

/** True for URLs of Ollama's own API. The gateway can call upstreams in it, but does not offer it to clients. */
export const isOllamas = (url: string): boolean => /^\/api\/(?:chat|generate|tags|show|ps|version|embed|embeddings|pull)(?:\?|$)/.test(url)

/** Ollama clients display an error that is a string. They show an object as `[object Object]`. */
export const ollamaShape = { errorBody: ({ message }: ApiError): string => JSON.stringify({ error: message }) }

export const notOllama = (method: string, url: string): ApiError =>
  badRequest(
    `There is no ${method} ${url.split('?')[0]}: this gateway does not offer Ollama's own API. Set the client to Ollama's OpenAI API, at the address of the gateway with /v1.`,
    null,
    'unknown_url',
    404,
  )
