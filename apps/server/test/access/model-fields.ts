/** A field in which a request can name another model than in `model`. */
export interface ModelField {
  /** Path of the field in a body. `[]` stands for each element of a list. */
  path: string
  /** The client APIs that have the field. */
  formats: readonly ('openai-chat' | 'openai-responses' | 'anthropic-messages' | 'embeddings')[]
  /** The product that reads the field, and where its documentation says so. */
  source: string
  /** A value that names the model `NAME`. */
  example: unknown
}

const chat = ['openai-chat'] as const
const both = ['openai-chat', 'openai-responses'] as const
const answers = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
const all = [...answers, 'embeddings'] as const

/**
 * Fields that are known to name a model. The rules in `named-models.ts` find these and similar fields by name; tests check the rules with this
 * table.
 */
export const modelFields: readonly ModelField[] = [
  { path: 'model', formats: all, source: 'LiteLLM: several names with commas between', example: 'ALLOWED,NAME' },
  { path: 'model', formats: all, source: 'LiteLLM: the same, with blanks', example: 'NAME , ALLOWED' },
  { path: 'model', formats: answers, source: 'OpenRouter: a model with a preset', example: 'ALLOWED@preset/NAME' },
  { path: 'model', formats: answers, source: 'OpenRouter: a preset alone', example: '@preset/ALLOWED' },
  { path: 'models', formats: all, source: 'OpenRouter SDK 1.3.19, chatrequest', example: ['NAME'] },
  { path: 'models', formats: all, source: 'OpenRouter SDK 1.3.19, chatrequest', example: ['ALLOWED', 'NAME'] },
  { path: 'preset', formats: answers, source: 'OpenRouter: presets', example: 'NAME' },
  { path: 'fallbacks', formats: all, source: 'LiteLLM: client-side fallbacks', example: ['NAME'] },
  { path: 'fallbacks', formats: all, source: 'LiteLLM: a map of names', example: [{ ALLOWED: ['NAME'] }] },
  {
    path: 'fallbacks[].model',
    formats: answers,
    source: '@anthropic-ai/sdk 1.14.0, BetaFallbackParam; LiteLLM',
    example: [{ model: 'NAME', max_tokens: 9, thinking: { type: 'disabled' } }],
  },
  { path: 'fallbacks', formats: ['anthropic-messages'], source: '@anthropic-ai/sdk 1.14.0, BetaFallbacksParam', example: 'default' },
  { path: 'context_window_fallbacks', formats: answers, source: 'LiteLLM: reliability', example: [{ ALLOWED: ['NAME'] }] },
  { path: 'context_window_fallback_dict', formats: answers, source: 'LiteLLM: reliability', example: { ALLOWED: 'NAME' } },
  { path: 'content_policy_fallbacks', formats: answers, source: 'LiteLLM: reliability', example: [{ ALLOWED: ['NAME'] }] },
  { path: 'fallback_models', formats: answers, source: 'Keywords AI: fallbacks', example: ['NAME'] },
  {
    path: 'router_settings_override.fallbacks',
    formats: answers,
    source: 'LiteLLM: router settings',
    example: { fallbacks: [{ ALLOWED: ['NAME'] }] },
  },
  { path: 'prompt_id', formats: answers, source: 'LiteLLM: managed prompts, which set a model', example: 'ALLOWED' },
  { path: 'prompt.id', formats: ['openai-responses'], source: 'openai 6.49.0, ResponsePrompt', example: { id: 'ALLOWED' } },
  { path: 'extra_body.models', formats: all, source: 'OpenAI clients: a field that was to be merged', example: { models: ['NAME'] } },
  {
    path: 'extra_body.engine',
    formats: all,
    source: 'OpenAI before version 1: a field that was to be merged',
    example: { engine: 'NAME' },
  },
  {
    path: 'extra_body.prompt.id',
    formats: all,
    source: 'openai 6.49.0, ResponsePrompt: a field that was to be merged',
    example: { prompt: { id: 'ALLOWED' } },
  },
  { path: 'openrouter.models', formats: answers, source: 'AI SDK provider of OpenRouter', example: { models: ['NAME'] } },
  {
    path: 'providerOptions.gateway.models',
    formats: answers,
    source: '@ai-sdk/gateway 3.0.232',
    example: { gateway: { models: ['NAME'] } },
  },
  {
    path: 'provider_options.openrouter.models',
    formats: answers,
    source: 'AI SDK provider of OpenRouter',
    example: { openrouter: { models: ['NAME'] } },
  },
  {
    path: 'plugins[].allowed_models',
    formats: answers,
    source: 'OpenRouter SDK, autorouterplugin',
    example: [{ id: 'auto-router', allowed_models: ['NAME'] }],
  },
  { path: 'plugins[].model', formats: answers, source: 'OpenRouter SDK, fusionplugin', example: [{ id: 'fusion', model: 'NAME' }] },
  {
    path: 'plugins[].analysis_models',
    formats: answers,
    source: 'OpenRouter SDK, fusionplugin',
    example: [{ id: 'fusion', model: 'ALLOWED', analysis_models: ['NAME'] }],
  },
  {
    path: 'plugins[].preset',
    formats: answers,
    source: 'OpenRouter SDK, fusionplugin',
    example: [{ id: 'fusion', model: 'ALLOWED', preset: 'NAME' }],
  },
  { path: 'plugins[]', formats: answers, source: 'OpenRouter SDK, fusionplugin: its own choice of models', example: [{ id: 'fusion' }] },
  {
    path: 'tools[].model',
    formats: ['anthropic-messages'],
    source: '@anthropic-ai/sdk 1.14.0, BetaAdvisorTool20260301',
    example: [{ type: 'advisor_20260301', name: 'advisor', model: 'NAME' }],
  },
  {
    path: 'tools[].model',
    formats: ['openai-responses'],
    source: 'openai 6.49.0, Tool.ImageGeneration',
    example: [{ type: 'image_generation', model: 'NAME' }],
  },
  {
    path: 'tools[].tools[].model',
    formats: ['openai-responses'],
    source: 'openai 6.49.0, Tool: namespaces',
    example: [{ type: 'namespace', name: 'n', tools: [{ type: 'image_generation', model: 'NAME' }] }],
  },
  {
    path: 'tools[].parameters.model',
    formats: answers,
    source: 'OpenRouter SDK, advisorservertoolconfig',
    example: [{ type: 'openrouter:advisor', parameters: { model: 'NAME' } }],
  },
  {
    path: 'tools[].parameters.tools[].parameters.model',
    formats: answers,
    source: 'OpenRouter SDK, subagentservertoolconfig',
    example: [
      {
        type: 'openrouter:subagent',
        parameters: { model: 'ALLOWED', tools: [{ type: 'openrouter:advisor', parameters: { model: 'NAME' } }] },
      },
    ],
  },
  {
    path: 'tools[].parameters.analysis_models',
    formats: answers,
    source: 'OpenRouter SDK, fusionservertoolconfig',
    example: [{ type: 'openrouter:fusion', parameters: { model: 'ALLOWED', analysis_models: ['NAME'] } }],
  },
  {
    path: 'tools[]',
    formats: answers,
    source: 'OpenRouter SDK: server tools with a choice of models of their own',
    example: [{ type: 'openrouter:subagent' }],
  },
  {
    path: 'tools[]',
    formats: answers,
    source: 'OpenRouter SDK 1.3.19, imagegenerationservertoolconfig: the model has a default',
    example: [{ type: 'openrouter:image_generation', parameters: { quality: 'low' } }],
  },
  { path: 'compound_custom.models', formats: chat, source: 'Groq: compound systems', example: { models: { answering_model: 'NAME' } } },
  {
    path: 'guardrails[].moderation_llm_v1.model_name',
    formats: chat,
    source: '@mistralai/mistralai 2.7.0, GuardrailConfig',
    example: [{ block_on_error: true, moderation_llm_v1: { model_name: 'NAME', action: 'block' } }],
  },
  {
    path: 'plugins[].excluded_models',
    formats: answers,
    source: 'OpenRouter SDK 1.3.19, autorouterplugin',
    example: [{ id: 'auto-router', allowed_models: ['ALLOWED'], excluded_models: ['NAME'] }],
  },
  { path: 'moderation.model', formats: both, source: 'openai 6.49.0, Moderation', example: { model: 'NAME' } },
  { path: 'safety_model', formats: chat, source: 'Together: safety models', example: 'NAME' },
  {
    path: 'data_sources[].parameters.embedding_dependency.deployment_name',
    formats: chat,
    source: 'Azure OpenAI: on your data',
    example: [{ type: 'azure_search', parameters: { embedding_dependency: { type: 'deployment_name', deployment_name: 'NAME' } } }],
  },
  { path: 'deployment_id', formats: all, source: 'Azure OpenAI, LiteLLM', example: 'NAME' },
  { path: 'engine', formats: all, source: 'OpenAI before version 1', example: 'NAME' },
  { path: 'agent_id', formats: chat, source: 'Mistral: agents', example: 'NAME' },
  { path: 'lora_path', formats: [...chat, 'embeddings'], source: 'SGLang: adapters of a model', example: 'NAME' },
  { path: 'adapters', formats: chat, source: 'mlx_lm.server: a path to adapters of a model', example: 'NAME' },
  { path: 'tensorzero::variant_name', formats: chat, source: 'TensorZero: a variant, which has a model of its own', example: 'NAME' },
  { path: 'adapter_id', formats: chat, source: 'LoRAX, TGI: adapters of a model', example: 'NAME' },
  {
    path: 'messages[].content[].tool.definition.model',
    formats: ['anthropic-messages'],
    source: '@anthropic-ai/sdk 1.14.0, BetaToolChangeToolDefinitionParam',
    example: [
      { role: 'user', content: 'Hi' },
      {
        role: 'system',
        content: [
          {
            type: 'tool_addition',
            tool: { type: 'tool_definition', definition: { type: 'advisor_20260301', name: 'advisor', model: 'NAME' } },
          },
        ],
      },
    ],
  },
  {
    path: 'input[].tools[].model',
    formats: ['openai-responses'],
    source: 'openai 6.49.0, ResponseInputItem.AdditionalTools',
    example: [
      { role: 'user', content: 'Hi' },
      { type: 'additional_tools', role: 'developer', tools: [{ type: 'image_generation', model: 'NAME' }] },
    ],
  },
  {
    path: 'input[].tools[].parameters.model',
    formats: ['openai-responses'],
    source: 'OpenRouter SDK, additionaltoolsitem',
    example: [
      { role: 'user', content: 'Hi' },
      { type: 'additional_tools', role: 'developer', tools: [{ type: 'openrouter:advisor', parameters: { model: 'NAME' } }] },
    ],
  },
  {
    path: 'input[].model',
    formats: ['openai-responses'],
    source: 'OpenAI: items that change the configuration',
    example: [
      { role: 'user', content: 'Hi' },
      { type: 'configuration_update', model: 'NAME' },
    ],
  },
  // Some readers ignore the case of a name, or accept another style.
  { path: 'Fallbacks', formats: all, source: 'Go: encoding/json', example: ['NAME'] },
  { path: 'fallbackModels', formats: answers, source: 'names in camel case', example: ['NAME'] },
]
