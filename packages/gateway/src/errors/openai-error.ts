import type { ApiError } from './api-error.ts'

/** As the clients of OpenAI's APIs understand a failure. */
export const openaiError = ({ message, type, code, param = null, more }: ApiError): string =>
  JSON.stringify({ error: { ...more, message, type, param, code } })
