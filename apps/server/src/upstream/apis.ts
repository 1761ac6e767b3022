import type { BodyFraming } from '../relay/body-frames.ts'
import { idsAt, type ModelIds } from './model-list.ts'

/** How requests of one wire format are addressed. What is in them is the format's own affair. */
export interface Api {
  /** Of the wire format. */
  id: ApiId
  /** Added to an address that has no path of its own. */
  base: string
  /** Of a chat request, under the base. */
  path(model: string, stream: boolean): string
  /** Header in which the key is shown. In `authorization` it is a bearer token, in others it stands alone. */
  keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key'
  /** What every request has to say besides. */
  headers: Readonly<Record<string, string>>
  /** Headers that go on from clients, besides those that always do. */
  passes: readonly string[]
  /** How a stream is framed whose content type says nothing. */
  framing: BodyFraming
  /** One request may ask for several answers. */
  choices: boolean
  /** Where the models are listed, and their names in a list that is not like OpenAI's. Absent: it is not, or elsewhere. */
  models?: { path: string; ids?: ModelIds }
}

const plain = { keyHeader: 'authorization', headers: {}, passes: [], framing: 'sse', choices: false } as const
const openai = {
  ...plain,
  base: '/v1',
  passes: ['openai-organization', 'openai-project', 'openai-beta'],
  models: { path: '/models' },
} as const
const google = {
  ...plain,
  base: '/v1beta',
  keyHeader: 'x-goog-api-key',
  models: { path: '/models?pageSize=1000', ids: idsAt('models', 'name') },
} as const

export const apiIds = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'gemini-interactions',
  'bedrock-converse',
  'cohere',
  'ollama',
] as const
export type ApiId = (typeof apiIds)[number]

export const apis: Readonly<Record<ApiId, Api>> = {
  'openai-chat': { ...openai, id: 'openai-chat', path: () => '/chat/completions', choices: true },
  'openai-responses': { ...openai, id: 'openai-responses', path: () => '/responses' },
  'anthropic-messages': {
    ...plain,
    id: 'anthropic-messages',
    base: '/v1',
    path: () => '/messages',
    keyHeader: 'x-api-key',
    headers: { 'anthropic-version': '2023-06-01' },
    passes: ['anthropic-version', 'anthropic-beta'],
    models: { path: '/models?limit=1000' },
  },
  gemini: {
    ...google,
    id: 'gemini',
    path: (model, stream) =>
      `/models/${segment(model.replace(/^models\//, ''))}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    choices: true,
  },
  'gemini-interactions': { ...google, id: 'gemini-interactions', path: () => '/interactions' },
  'bedrock-converse': {
    ...plain,
    id: 'bedrock-converse',
    base: '',
    path: (model, stream) => `/model/${segment(model)}/${stream ? 'converse-stream' : 'converse'}`,
    framing: 'aws-eventstream',
  },
  cohere: { ...plain, id: 'cohere', base: '/v2', path: () => '/chat' },
  ollama: {
    ...plain,
    id: 'ollama',
    base: '',
    path: () => '/api/chat',
    framing: 'ndjson',
    models: { path: '/api/tags', ids: idsAt('models', 'model') },
  },
}

/**
 * Models are named by clients, who may name anything: it stays one segment of the path. Dots alone would not, however they are encoded, and
 * half a character cannot be encoded at all.
 */
const segment = (model: string): string => encodeURIComponent(model.replace(/^\.{1,2}$/, '-').replaceAll(/\p{Cs}/gu, '\uFFFD'))
