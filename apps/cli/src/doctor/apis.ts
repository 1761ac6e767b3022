/** How requests of a wire format are addressed. The formats themselves say what is in them. */
export interface Api {
  id: ApiId
  /** The path under which servers have it. */
  base: string
  /** Of a chat request, under the base. */
  path(model: string, stream: boolean): string
  keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key'
  headers?: Readonly<Record<string, string>>
  /** Where the models are listed, under the base, and where in the list their names stand. */
  models?: { path: string; list: string; id: string }
}

export const apiIds = ['openai-chat', 'openai-responses', 'anthropic-messages', 'ollama', 'gemini', 'cohere'] as const
export type ApiId = (typeof apiIds)[number]

const openaiModels = { path: '/models', list: 'data', id: 'id' }

export const apis: Readonly<Record<ApiId, Api>> = {
  'openai-chat': { id: 'openai-chat', base: '/v1', path: () => '/chat/completions', keyHeader: 'authorization', models: openaiModels },
  'openai-responses': { id: 'openai-responses', base: '/v1', path: () => '/responses', keyHeader: 'authorization', models: openaiModels },
  'anthropic-messages': {
    id: 'anthropic-messages',
    base: '/v1',
    path: () => '/messages',
    keyHeader: 'x-api-key',
    headers: { 'anthropic-version': '2023-06-01' },
    models: openaiModels,
  },
  ollama: {
    id: 'ollama',
    base: '',
    path: () => '/api/chat',
    keyHeader: 'authorization',
    models: { path: '/api/tags', list: 'models', id: 'model' },
  },
  gemini: {
    id: 'gemini',
    base: '/v1beta',
    path: (model, stream) =>
      `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    keyHeader: 'x-goog-api-key',
    models: { path: '/models', list: 'models', id: 'name' },
  },
  cohere: { id: 'cohere', base: '/v2', path: () => '/chat', keyHeader: 'authorization' },
}
