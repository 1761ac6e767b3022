import type { ApiError } from './api-error.ts'

/** Error body in the format of OpenAI's APIs. */
export const openaiError = ({ message, type, code, param = null, more }: ApiError): string =>
  JSON.stringify({ error: { ...more, message, type, param, code } })
