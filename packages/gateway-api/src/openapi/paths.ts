import { traceNumbers, traceTexts } from '../traces.ts'
import { body, failure, forAdmin, inPath, inQuery, json, open, ref, text, wishes, type Json } from './parts.ts'
import { pagePaths } from './pages.ts'
import { anthropicFailure, eitherFailure, providerCall, providerRoute } from './providers.ts'

/** Operations to read and set the usage of a budget. */
function budget(whose: 'session' | 'key' | 'team', name: Json): Readonly<Record<string, Json>> {
  const operation = `BudgetOf${whose[0]!.toUpperCase()}${whose.slice(1)}`
  const budgets = json('The budgets.', ref('Budgets'))
  const summary = `Set the tokens that a ${whose} has used; the limit stays`
  return {
    get: forAdmin(`get${operation}`, `Get the reasoning budget of a ${whose}`, budgets, { parameters: [name] }),
    put: forAdmin(`set${operation}`, summary, budgets, { parameters: [name], sends: 'BudgetUsed' }),
  }
}

/** Query parameters that filter traces. */
const traceFilters = [...traceTexts.map((name) => inQuery(name, 'string')), ...traceNumbers.map((name) => inQuery(name, 'number'))]
const traceId = inPath('id', 'Id of the trace.')
const deletedTraces = json('The number of deleted traces.', ref('DeletedTraces'))

/** All routes of the gateway. A test compares them with the implemented ones. */
export const paths: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/v1/chat/completions': {
    post: providerRoute(
      'createChatCompletion',
      'Create an answer with OpenAI’s Chat Completions',
      'OpenAI API reference, "Create chat completion"',
    ),
  },
  '/v1/responses': {
    post: providerRoute('createResponse', 'Create an answer with OpenAI’s Responses', 'OpenAI API reference, "Create a model response"'),
    get: {
      operationId: 'respondOverWebSocket',
      summary: 'Create answers over a WebSocket, with OpenAI’s Responses',
      description:
        'See the OpenAI guide "WebSocket mode". Send messages response.create; each message that you receive is an event. The connection remembers its newest response for previous_response_id.',
      responses: { 101: { description: 'The connection is a WebSocket.' }, ...failure },
    },
  },
  '/v1/messages': {
    post: providerRoute(
      'createMessage',
      'Create an answer with Anthropic’s Messages',
      'Anthropic API reference, "Create a Message"',
      anthropicFailure,
    ),
  },
  '/v1/messages/count_tokens': {
    post: providerCall(
      'countTokens',
      'Count the tokens of an Anthropic Messages request',
      'See the Anthropic API reference, "Count tokens in a Message". For an upstream with another API, the count is an estimate.',
      json('The number of input tokens.', ref('InputTokens')),
      anthropicFailure,
    ),
  },
  '/v1/responses/input_tokens': {
    post: providerCall(
      'countInputTokens',
      'Count the tokens of an OpenAI Responses request',
      'See the OpenAI API reference, "Get input token counts". For an upstream with another API, the count is an estimate.',
      json('The number of input tokens.', ref('ResponseInputTokens')),
    ),
  },
  '/v1/responses/compact': {
    post: providerCall(
      'compactResponse',
      'Let the provider compact a conversation of OpenAI’s Responses',
      'See the OpenAI API reference, "Compact a response". The key needs visibility full, and the request counts as an answer. Upstreams without this API respond with 501.',
      json('The compacted conversation, unchanged from the upstream.'),
    ),
  },
  '/v1/embeddings': {
    post: providerCall(
      'createEmbeddings',
      'Create embeddings',
      'See the OpenAI API reference, "Create embeddings". Upstreams without an OpenAI API respond with 501.',
      json('The vectors, unchanged from the upstream.'),
    ),
  },
  '/v1/generate': {
    post: {
      operationId: 'generate',
      summary: 'Create an answer with Reason’s own API',
      parameters: wishes,
      requestBody: body('GenerateRequest'),
      responses: {
        200: {
          description: 'The whole answer as JSON, or server-sent events whose data is a GenerateEvent.',
          content: { 'application/json': { schema: ref('GenerateAnswer') }, 'text/event-stream': { schema: ref('GenerateEvent') } },
        },
        ...failure,
      },
    },
    get: {
      operationId: 'generateOverWebSocket',
      summary: 'Create answers over a WebSocket',
      description:
        'Send a GenerateRequest or a GenerateCancel; each message that you receive is a GenerateEvent. One generation runs at a time.',
      responses: { 101: { description: 'The connection is a WebSocket.' }, ...failure },
    },
  },
  '/v1/models': {
    get: {
      operationId: 'listModels',
      summary: 'List the models of all upstreams',
      responses: { 200: json('The list in OpenAI’s format. Anthropic clients get their own format.', ref('ModelList')), ...eitherFailure },
    },
  },
  '/v1/models/{id}': {
    get: {
      operationId: 'retrieveModel',
      summary: 'Get a model',
      parameters: [inPath('id', 'Name of the model, slashes included.')],
      responses: { 200: json('The model, as in the list.', ref('Model')), ...eitherFailure },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health',
      summary: 'Check that the process answers',
      ...open,
      responses: { 200: json('The process answers.', ref('Health')) },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readiness',
      summary: 'Check whether the gateway can take requests',
      ...open,
      responses: {
        200: json('Ready, with the state of upstreams and stores.', ref('Readiness')),
        503: json('Not ready, with the state of upstreams and stores.', ref('Readiness')),
      },
    },
  },
  '/metrics': { get: forAdmin('metrics', 'Get metrics for Prometheus', text('Metrics in the text format of Prometheus.')) },
  '/openapi.json': { get: { operationId: 'openapi', summary: 'Get this document', ...open, responses: { 200: json('OpenAPI 3.1.') } } },
  ...pagePaths,
  '/api/traces': {
    get: forAdmin('listTraces', 'List or search traces, newest first or sorted', json('A page of traces.', ref('TracePage')), {
      parameters: [
        inQuery('q', 'string'),
        inQuery('limit', 'number'),
        inQuery('after', 'string'),
        inQuery('sort', 'string'),
        ...traceFilters,
      ],
    }),
  },
  '/api/traces/export': {
    get: forAdmin('exportTraces', 'Export traces to a file', text('JSON lines, or the `format` of the query: CSV or Parquet.'), {
      parameters: [inQuery('format', 'string'), ...traceFilters],
    }),
  },
  '/api/usage': {
    get: forAdmin('usage', 'Add up the tokens of stored traces', json('Totals per group, and of all groups.', ref('UsageReport')), {
      parameters: [inQuery('by', 'string'), inQuery('limit', 'number'), ...traceFilters],
    }),
  },
  '/api/explain': {
    get: forAdmin(
      'explain',
      'Explain the routing of a model and the choice of its adapter',
      json('Upstreams with their verdicts and reasons.', ref('Explanation')),
      { parameters: [inQuery('model', 'string'), inQuery('session', 'string')] },
    ),
  },
  '/api/learned': {
    get: forAdmin(
      'getLearned',
      'List what the gateway has learned about the models of upstreams',
      json('Per upstream: observed starts of answers, and parameters that models reject.', ref('Learned')),
    ),
    delete: forAdmin(
      'forgetLearned',
      'Forget what was learned about one upstream, one model, or all',
      json('The forgotten models, per upstream.', ref('Forgotten')),
      { parameters: [inQuery('upstream', 'string'), inQuery('model', 'string')] },
    ),
  },
  '/api/traces/{id}': {
    get: forAdmin('getTrace', 'Get a trace', json('The trace.', ref('Trace')), { parameters: [traceId] }),
    delete: forAdmin('deleteTrace', 'Delete a trace, its reasoning and its search index', deletedTraces, { parameters: [traceId] }),
  },
  '/api/sessions/{session}/traces': {
    delete: forAdmin('deleteTracesOfSession', 'Delete all traces of a session', deletedTraces, {
      parameters: [inPath('session', 'Name of the session.')],
    }),
  },
  '/api/sessions/{session}/budget': budget('session', inPath('session', 'Name of the session.')),
  '/api/keys/{id}/budget': budget('key', inPath('id', 'Id of the key.')),
  '/api/teams/{team}/budget': budget('team', inPath('team', 'Name of the team.')),
}
