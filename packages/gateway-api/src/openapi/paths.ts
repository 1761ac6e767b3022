import { traceNumbers, traceTexts } from '../traces.ts'
import { admin, body, failure, inPath, inQuery, json, open, ref, text, wishes, wishesBeside, type Json } from './parts.ts'
import { pagePaths } from './pages.ts'
import { anthropicFailure, eitherFailure, providerRoute } from './providers.ts'

/** How much of a budget is used, and saying so. */
function budget(whose: 'session' | 'key' | 'team', name: Json): Readonly<Record<string, Json>> {
  const operation = `BudgetOf${whose[0]!.toUpperCase()}${whose.slice(1)}`
  const parameters = [name]
  const responses = { 200: json('Its budgets.', ref('Budgets')), ...failure }
  return {
    get: { operationId: `get${operation}`, summary: `How much a ${whose} may still think`, ...admin, parameters, responses },
    put: {
      operationId: `set${operation}`,
      summary: 'Says how much of it is used',
      ...admin,
      parameters,
      requestBody: body('BudgetUsed'),
      responses,
    },
  }
}

/** Every route of the gateway; a test compares them with those that are there. */
export const paths: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/v1/chat/completions': {
    post: providerRoute('createChatCompletion', 'OpenAI’s Chat Completions', 'OpenAI API reference, "Create chat completion"'),
  },
  '/v1/responses': { post: providerRoute('createResponse', 'OpenAI’s Responses', 'OpenAI API reference, "Create a model response"') },
  '/v1/messages': {
    post: providerRoute('createMessage', 'Anthropic’s Messages', 'Anthropic API reference, "Create a Message"', anthropicFailure),
  },
  '/v1/messages/count_tokens': {
    post: {
      operationId: 'countTokens',
      summary: 'Tokens of a request of Anthropic’s Messages',
      description:
        'As the provider documents it: Anthropic API reference, "Count tokens in a Message". Before an upstream of another API: an estimate.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: {
        200: json('How many.', ref('InputTokens')),
        ...anthropicFailure,
      },
    },
  },
  '/v1/responses/input_tokens': {
    post: {
      operationId: 'countInputTokens',
      summary: 'Tokens of a request of OpenAI’s Responses',
      description:
        'As the provider documents it: OpenAI API reference, "Get input token counts". Before an upstream of another API: an estimate.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: {
        200: json('How many.', ref('ResponseInputTokens')),
        ...failure,
      },
    },
  },
  '/v1/responses/compact': {
    post: {
      operationId: 'compactResponse',
      summary: 'A conversation of OpenAI’s Responses, compacted by its provider',
      description:
        'As the provider documents it: OpenAI API reference, "Compact a response". Needs visibility full. Counts as an answer does. Any upstream of another API: 501.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: { 200: json('The compacted conversation, as the upstream says it.', { type: 'object' }), ...failure },
    },
  },
  '/v1/embeddings': {
    post: {
      operationId: 'createEmbeddings',
      summary: 'Texts as vectors, where the upstream speaks an API of OpenAI',
      description: 'As the provider documents it: OpenAI API reference, "Create embeddings". Any other upstream: 501.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: { 200: json('The vectors, as the upstream says them.', { type: 'object' }), ...failure },
    },
  },
  '/v1/generate': {
    post: {
      operationId: 'generate',
      summary: 'One plain request for any upstream, answered in our own events',
      parameters: wishes,
      requestBody: body('GenerateRequest'),
      responses: {
        200: {
          description: 'The answer as one, or as server-sent events whose data is a GenerateEvent.',
          content: { 'application/json': { schema: ref('GenerateAnswer') }, 'text/event-stream': { schema: ref('GenerateEvent') } },
        },
        ...failure,
      },
    },
    get: {
      operationId: 'generateOverWebSocket',
      summary: 'The same over a WebSocket',
      description:
        'Messages to it are a GenerateRequest or a GenerateCancel, those from it a GenerateEvent each. One generation runs at a time.',
      responses: { 101: { description: 'The connection is a WebSocket.' }, ...failure },
    },
  },
  '/v1/models': {
    get: {
      operationId: 'listModels',
      summary: 'Models of the upstream',
      responses: { 200: json('In OpenAI’s shape. Clients of Anthropic get theirs.', ref('ModelList')), ...eitherFailure },
    },
  },
  '/v1/models/{id}': {
    get: {
      operationId: 'retrieveModel',
      summary: 'One of them',
      parameters: [inPath('id', 'Its name, slashes and all.')],
      responses: { 200: json('As it stands in the list.', ref('Model')), ...eitherFailure },
    },
  },
  '/healthz': {
    get: { operationId: 'health', summary: 'Whether the process answers', ...open, responses: { 200: json('It does.', ref('Health')) } },
  },
  '/readyz': {
    get: {
      operationId: 'readiness',
      summary: 'Whether requests should come, and how stores stand',
      ...open,
      responses: { 200: json('They should.', ref('Readiness')), 503: json('They should not.', ref('Readiness')) },
    },
  },
  '/metrics': { get: { operationId: 'metrics', summary: 'For Prometheus', ...admin, responses: { 200: text('Series.'), ...failure } } },
  '/openapi.json': { get: { operationId: 'openapi', summary: 'This document', ...open, responses: { 200: json('OpenAPI 3.1.') } } },
  ...pagePaths,
  '/api/traces': {
    get: {
      operationId: 'listTraces',
      summary: 'What was stored of generations, newest first or sorted',
      ...admin,
      parameters: [
        inQuery('q', 'string'),
        inQuery('limit', 'number'),
        inQuery('after', 'string'),
        inQuery('sort', 'string'),
        ...traceTexts.map((name) => inQuery(name, 'string')),
        ...traceNumbers.map((name) => inQuery(name, 'number')),
      ],
      responses: {
        200: json('A page.', ref('TracePage')),
        ...failure,
      },
    },
  },
  '/api/traces/export': {
    get: {
      operationId: 'exportTraces',
      summary: 'All of them that are meant, as a file',
      ...admin,
      parameters: [
        inQuery('format', 'string'),
        ...traceTexts.map((name) => inQuery(name, 'string')),
        ...traceNumbers.map((name) => inQuery(name, 'number')),
      ],
      responses: { 200: text('JSON lines; with `format` also CSV or Parquet.'), ...failure },
    },
  },
  '/api/usage': {
    get: {
      operationId: 'usage',
      summary: 'How many tokens went where, of the traces that are stored',
      ...admin,
      parameters: [
        inQuery('by', 'string'),
        inQuery('limit', 'number'),
        ...traceTexts.map((name) => inQuery(name, 'string')),
        ...traceNumbers.map((name) => inQuery(name, 'number')),
      ],
      responses: {
        200: json('Groups with their figures, and the sum of all.', ref('UsageReport')),
        ...failure,
      },
    },
  },
  '/api/explain': {
    get: {
      operationId: 'explain',
      summary: 'Where a request for a model would go now, what would split its answer, and why',
      ...admin,
      parameters: [inQuery('model', 'string'), inQuery('session', 'string')],
      responses: { 200: json('Upstreams with their verdicts and reasons.', ref('Explanation')), ...failure },
    },
  },
  '/api/learned': {
    get: {
      operationId: 'getLearned',
      summary: 'What the answers of upstreams taught the gateway of their models',
      ...admin,
      responses: {
        200: json('Where texts were seen to begin, and what models refuse, by upstream.', ref('Learned')),
        ...failure,
      },
    },
    delete: {
      operationId: 'forgetLearned',
      summary: 'Forgets it: of one upstream, of one model, or all',
      ...admin,
      parameters: [inQuery('upstream', 'string'), inQuery('model', 'string')],
      responses: {
        200: json('Models that were forgotten, by upstream.', ref('Forgotten')),
        ...failure,
      },
    },
  },
  '/api/traces/{id}': {
    get: {
      operationId: 'getTrace',
      summary: 'One of them, whole',
      ...admin,
      parameters: [inPath('id', 'Of the trace.')],
      responses: { 200: json('The trace.', ref('Trace')), ...failure },
    },
    delete: {
      operationId: 'deleteTrace',
      summary: 'Deletes a trace, its reasoning and its search index',
      ...admin,
      parameters: [inPath('id', 'Of the trace.')],
      responses: { 200: json('How many.', ref('DeletedTraces')), ...failure },
    },
  },
  '/api/sessions/{session}/traces': {
    delete: {
      operationId: 'deleteTracesOfSession',
      summary: 'Forgets all of a session',
      ...admin,
      parameters: [inPath('session', 'Its name.')],
      responses: { 200: json('How many.', ref('DeletedTraces')), ...failure },
    },
  },
  '/api/sessions/{session}/budget': budget('session', inPath('session', 'Its name.')),
  '/api/keys/{id}/budget': budget('key', inPath('id', 'The public part of the key.')),
  '/api/teams/{team}/budget': budget('team', inPath('team', 'Its name.')),
}
