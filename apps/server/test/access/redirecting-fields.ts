/** A field with which a client could redirect its request, or use other credentials, in a product behind the gateway. */
export interface RedirectingField {
  /** Path of the field in a body. `[0]` stands for the first element of a list. */
  path: string
  /** The product that reads the field, and where its documentation says so. */
  source: string
  /** Fields of the request. Default: an address at the path. */
  body?: Readonly<Record<string, unknown>>
}

const litellm = 'LiteLLM: banned in bodies of requests (proxy/auth/auth_utils)'
const reports = 'LiteLLM: parameters of callbacks'

/** Fields to test in the body of every client API. */
export const redirectingFields: readonly RedirectingField[] = [
  { path: 'api_base', source: litellm },
  { path: 'API_BASE', source: 'Bifrost, in Go: the case of a name is no matter' },
  { path: 'api_ba\u017fe', source: 'Bifrost, in Go: its JSON reads a long s as s' },
  { path: 'api-base', source: 'LiteLLM, in YAML and headers: a separator is no matter' },
  { path: 'base_url', source: litellm },
  { path: 'baseURL', source: 'AI SDK: settings of a provider' },
  { path: 'api_key', source: 'LiteLLM: client-side credentials' },
  { path: 'apiKey', source: 'AI SDK: settings of a provider' },
  { path: 'custom_llm_provider', source: 'LiteLLM: completion()' },
  { path: 'litellm_credential_name', source: 'LiteLLM: credentials that are stored' },
  { path: 'litellm_params', source: 'LiteLLM: a deployment' },
  { path: 'litellm_params_template', source: 'LiteLLM #29538: Gemini agents' },
  { path: 'litellm_embedding_config', source: 'LiteLLM #26996: vector stores' },
  { path: 'user_config', source: litellm },
  { path: 'model_list', source: 'LiteLLM #29538: deployments' },
  { path: 'organization', source: 'LiteLLM: completion()' },
  { path: 'headers', source: 'LiteLLM: completion()' },
  { path: 'extra_headers', source: 'LiteLLM: completion()' },
  { path: 'extra_body.api_base', source: 'LiteLLM: a field that is merged' },
  { path: 'extra_body.organization', source: 'LiteLLM: a field that is merged' },
  { path: 'fallbacks[0].api_base', source: 'LiteLLM: client-side fallbacks' },
  { path: 'tools[0].api_base', source: 'LiteLLM #29538: tools that ask a model' },
  { path: 'aws_bedrock_runtime_endpoint', source: litellm },
  { path: 'aws_sts_endpoint', source: litellm },
  { path: 'aws_role_name', source: litellm },
  { path: 'aws_access_key_id', source: 'LiteLLM #26278: identities' },
  { path: 'vertex_credentials', source: litellm },
  { path: 'vertex_ai_project', source: 'LiteLLM #26278: identities' },
  { path: 'azure_ad_token', source: 'LiteLLM #26278: identities' },
  { path: 'watsonx_api_key', source: 'LiteLLM: watsonx' },
  { path: 'oci_key_file', source: 'LiteLLM: OCI' },
  { path: 's3_endpoint_url', source: litellm },
  { path: 'sagemaker_base_url', source: litellm },
  { path: 'deployment_url', source: litellm },
  { path: 'ssl_verify', source: 'LiteLLM: completion()' },
  { path: 'langfuse_host', source: reports },
  { path: 'langsmith_base_url', source: reports },
  { path: 'posthog_api_url', source: reports },
  { path: 'slack_webhook_url', source: reports },
  { path: 'webhook', source: 'Replicate: predictions' },
  { path: 'webhook_url', source: 'services that answer later' },
  { path: 'webhook_endpoint', source: 'Baseten: async_predict' },
  { path: 'callBackUrl', source: 'services that answer later' },
  { path: 'project', source: 'OpenAI: the account of a client, as a field' },
  { path: 'space_id', source: 'IBM watsonx: chat, beside project_id' },
  { path: 'region_name', source: 'LiteLLM: the region of watsonx and others' },
  { path: 'token', source: 'LiteLLM: credentials of watsonx' },
  { path: 'url', source: 'watsonx: the address of the service, in clients and gateways' },
  { path: 'callbacks', source: reports },
  { path: 'success_callback', source: reports },
  { path: 'metadata.langfuse_host', source: reports },
  { path: 'litellm_metadata', source: reports },
  { path: 'providerOptions.gateway.byok', source: 'Vercel AI Gateway: keys of clients' },
  { path: 'customer_credentials', source: 'Keywords AI: credentials' },
  { path: 'credential_override', source: 'Keywords AI: credentials' },
  { path: 'tensorzero::credentials', source: 'TensorZero: inference' },
  { path: 'tensorzero::extra_headers', source: 'TensorZero: inference' },
  { path: 'tensorzero::extra_body', source: 'TensorZero: inference' },
  {
    path: 'data_sources[0].parameters.authentication.type',
    source: 'Azure OpenAI On Your Data: Azure AI Search with the identity of the resource',
    body: {
      data_sources: [{ type: 'azure_search', parameters: { authentication: { type: 'system_assigned_managed_identity' } } }],
    },
  },
  { path: 'tools[0].tunnel_id', source: 'openai 6.49.0, Tool.Mcp: a tunnel into the network of the account' },
  ...[undefined, null, ''].map((authorization): RedirectingField => ({
    path: 'tools[0].connector_id',
    source: '@mistralai/mistralai 2.7.0, CustomConnector: a connector of the account, with its credentials',
    body: { tools: [{ type: 'connector', connector_id: 'gmail', authorization }] },
  })),
  {
    path: 'input[1].tools[0].tunnel_id',
    source: 'openai 6.49.0, ResponseInputItem.AdditionalTools',
    body: {
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'additional_tools', role: 'developer', tools: [{ type: 'mcp', server_label: 'a', tunnel_id: 't' }] },
      ],
    },
  },
  {
    path: 'messages[1].content[0].tool.definition.api_base',
    source: '@anthropic-ai/sdk 1.14.0, BetaToolAdditionBlockParam; LiteLLM #29538: tools that ask a model',
    body: {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'system',
          content: [
            {
              type: 'tool_addition',
              tool: { type: 'tool_definition', definition: { type: 'advisor_20260301', name: 'a', api_base: 'x' } },
            },
          ],
        },
      ],
    },
  },
  { path: 'kv_transfer_params', source: 'vLLM: disaggregated prefill' },
  { path: 'bootstrap_host', source: 'SGLang: disaggregated prefill' },
]

/** Fields with similar names that the gateway must allow. */
export const harmlessFields: Readonly<Record<string, object>> = {
  'a tool of an MCP server': {
    tools: [{ type: 'mcp', server_label: 'a', server_url: 'https://example.com', authorization: 't', headers: { 'x-a': '1' } }],
  },
  'a connector with the credentials of the client': {
    tools: [
      { type: 'mcp', server_label: 'a', connector_id: 'connector_gmail', authorization: 't' },
      { type: 'connector', connector_id: 'gmail', authorization: { type: 'oauth2-token', value: 't' } },
    ],
  },
  'a server of MCP': { mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'a', authorization_token: 't' }] },
  'parameters of a function': {
    tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { base_url: {}, api_key: {} } } } }],
  },
  'parameters of a function of Responses': { tools: [{ type: 'function', name: 'f', parameters: { properties: { base_url: {} } } }] },
  'parameters of a function that is added in the conversation': {
    input: [
      {
        type: 'additional_tools',
        role: 'developer',
        tools: [{ type: 'function', name: 'f', parameters: { properties: { base_url: {} } } }],
      },
    ],
  },
  'arguments and results of calls': {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { api_base: 'x', tools: [{ base_url: 'x' }] } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'r', api_base: 'x' }] }] },
    ],
  },
  'a schema': { response_format: { type: 'json_schema', json_schema: { schema: { properties: { api_key: {} } } } } },
  'metadata of the client': { metadata: { base_url: 'https://example.com', api_key: 'k', organization: 'o' } },
  'a search in data of Azure': {
    data_sources: [{ type: 'azure_search', parameters: { endpoint: 'https://a', authentication: { type: 'api_key', key: 'k' } } }],
  },
  'a field that is null': { api_key: null, base_url: null },
  'a cache and a user': { prompt_cache_key: 'k', safety_identifier: 's', user: 'u', service_tier: 'auto' },
  'a provider at OpenRouter': { provider: { order: ['a'], only: ['b'] } },
}
