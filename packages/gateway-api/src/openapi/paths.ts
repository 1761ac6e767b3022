import { traceNumbers, traceTexts } from '../traces.ts'
import { admin, body, failure, inPath, inQuery, json, open, ref, text, wishes, wishesBeside, type Json } from './parts.ts'
import { pagePaths } from './pages.ts'
import { anthropicFailure, eitherFailure, providerRoute } from './providers.ts'

/** Operations to read and set the usage of a budget. */
function budget(whose: 'session' | 'key' | 'team', name: Json): Readonly<Record<string, Json>> {
  const operation = `BudgetOf${whose[0]!.toUpperCase()}${whose.slice(1)}`
  const parameters = [name]
  const responses = { 200: json('The budgets.', ref('Budgets')), ...failure }
  return {
    get: { operationId: `get${operation}`, summary: `Get the reasoning budget of a ${whose}`, ...admin, parameters, responses },
    put: {
      operationId: `set${operation}`,
      summary: `Set the tokens that a ${whose} has used; the limit stays`,
      ...admin,
      parameters,
      requestBody: body('BudgetUsed'),
      responses,
    },
  }
}

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
    post: {
      operationId: 'countTokens',
      summary: 'Count the tokens of an Anthropic Messages request',
      description:
        'See the Anthropic API reference, "Count tokens in a Message". For an upstream with another API, the count is an estimate.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: {
        200: json('The number of input tokens.', ref('InputTokens')),
        ...anthropicFailure,
      },
    },
  },
  '/v1/responses/input_tokens': {
    post: {
      operationId: 'countInputTokens',
      summary: 'Count the tokens of an OpenAI Responses request',
      description: 'See the OpenAI API reference, "Get input token counts". For an upstream with another API, the count is an estimate.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: {
        200: json('The number of input tokens.', ref('ResponseInputTokens')),
        ...failure,
      },
    },
  },
  '/v1/responses/compact': {
    post: {
      operationId: 'compactResponse',
      summary: 'Let the provider compact a conversation of OpenAI’s Responses',
      description:
        'See the OpenAI API reference, "Compact a response". The key needs visibility full, and the request counts as an answer. Upstreams without this API respond with 501.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: { 200: json('The compacted conversation, unchanged from the upstream.', { type: 'object' }), ...failure },
    },
  },
  '/v1/embeddings': {
    post: {
      operationId: 'createEmbeddings',
      summary: 'Create embeddings',
      description: 'See the OpenAI API reference, "Create embeddings". Upstreams without an OpenAI API respond with 501.',
      parameters: wishesBeside,
      requestBody: body('ProviderRequest'),
      responses: { 200: json('The vectors, unchanged from the upstream.', { type: 'object' }), ...failure },
    },
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
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'Get metrics for Prometheus',
      ...admin,
      responses: { 200: text('Metrics in the text format of Prometheus.'), ...failure },
    },
  },
  '/openapi.json': { get: { operationId: 'openapi', summary: 'Get this document', ...open, responses: { 200: json('OpenAPI 3.1.') } } },
  ...pagePaths,
  '/api/traces': {
    get: {
      operationId: 'listTraces',
      summary: 'List or search traces, newest first or sorted',
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
        200: json('A page of traces.', ref('TracePage')),
        ...failure,
      },
    },
  },
  '/api/traces/export': {
    get: {
      operationId: 'exportTraces',
      summary: 'Export traces to a file',
      ...admin,
      parameters: [
        inQuery('format', 'string'),
        ...traceTexts.map((name) => inQuery(name, 'string')),
        ...traceNumbers.map((name) => inQuery(name, 'number')),
      ],
      responses: { 200: text('JSON lines, or the `format` of the query: CSV or Parquet.'), ...failure },
    },
  },
  '/api/usage': {
    get: {
      operationId: 'usage',
      summary: 'Add up the tokens of stored traces',
      ...admin,
      parameters: [
        inQuery('by', 'string'),
        inQuery('limit', 'number'),
        ...traceTexts.map((name) => inQuery(name, 'string')),
        ...traceNumbers.map((name) => inQuery(name, 'number')),
      ],
      responses: {
        200: json('Totals per group, and of all groups.', ref('UsageReport')),
        ...failure,
      },
    },
  },
  '/api/explain': {
    get: {
      operationId: 'explain',
      summary: 'Explain the routing of a model and the choice of its adapter',
      ...admin,
      parameters: [inQuery('model', 'string'), inQuery('session', 'string')],
      responses: { 200: json('Upstreams with their verdicts and reasons.', ref('Explanation')), ...failure },
    },
  },
  '/api/learned': {
    get: {
      operationId: 'getLearned',
      summary: 'List what the gateway has learned about the models of upstreams',
      ...admin,
      responses: {
        200: json('Per upstream: observed starts of answers, and parameters that models reject.', ref('Learned')),
        ...failure,
      },
    },
    delete: {
      operationId: 'forgetLearned',
      summary: 'Forget what was learned about one upstream, one model, or all',
      ...admin,
      parameters: [inQuery('upstream', 'string'), inQuery('model', 'string')],
      responses: {
        200: json('The forgotten models, per upstream.', ref('Forgotten')),
        ...failure,
      },
    },
  },
  '/api/traces/{id}': {
    get: {
      operationId: 'getTrace',
      summary: 'Get a trace',
      ...admin,
      parameters: [inPath('id', 'Id of the trace.')],
      responses: { 200: json('The trace.', ref('Trace')), ...failure },
    },
    delete: {
      operationId: 'deleteTrace',
      summary: 'Delete a trace, its reasoning and its search index',
      ...admin,
      parameters: [inPath('id', 'Id of the trace.')],
      responses: { 200: json('The number of deleted traces.', ref('DeletedTraces')), ...failure },
    },
  },
  '/api/sessions/{session}/traces': {
    delete: {
      operationId: 'deleteTracesOfSession',
      summary: 'Delete all traces of a session',
      ...admin,
      parameters: [inPath('session', 'Name of the session.')],
      responses: { 200: json('The number of deleted traces.', ref('DeletedTraces')), ...failure },
    },
  },
  '/api/sessions/{session}/budget': budget('session', inPath('session', 'Name of the session.')),
  '/api/keys/{id}/budget': budget('key', inPath('id', 'Id of the key.')),
  '/api/teams/{team}/budget': budget('team', inPath('team', 'Name of the team.')),
}
