import type { HttpAnswer, HttpClient } from './http/client.ts'

/** Requests for any server that need no model. Paths are relative to the origin, whatever the base. */
const paths = {
  root: '/',
  health: '/health',
  props: '/props',
  version: '/version',
  'server-info': '/get_server_info',
  'model-info': '/get_model_info',
  'ollama-version': '/api/version',
  tags: '/api/tags',
  'lm-studio-models': '/api/v0/models',
  ready: '/readyz',
  openapi: '/openapi.json',
} as const

/** A request. `models` is the list of the API itself, under its base. */
export type ServerQuestion = keyof typeof paths | 'models'
export type Answers = Partial<Record<ServerQuestion, HttpAnswer>>

export async function askAll(origin: string, client: HttpClient, headers: Record<string, string>, timeoutMs: number): Promise<Answers> {
  const asked = Object.entries(paths).map(async ([question, path]) => [question, await client.ask(origin + path, { headers, timeoutMs })])
  return Object.fromEntries(await Promise.all(asked)) as Answers
}
