import type { HttpAnswer, HttpClient } from './http/client.ts'

/** What every server may be asked, and no model has to answer. Paths are those of the origin, whatever the base. */
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

/** `models`: the list of the API itself, under its base. */
export type Question = keyof typeof paths | 'models'
export type Answers = Partial<Record<Question, HttpAnswer>>

export async function askAll(origin: string, client: HttpClient, headers: Record<string, string>, timeoutMs: number): Promise<Answers> {
  const asked = Object.entries(paths).map(async ([question, path]) => [question, await client.ask(origin + path, { headers, timeoutMs })])
  return Object.fromEntries(await Promise.all(asked)) as Answers
}
