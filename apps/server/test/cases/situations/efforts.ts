import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { WireSibling } from '../wire-siblings.ts'
import { plain } from './situation-bodies.ts'

/** Efforts of Responses requests, by provider. The gateway sends the same word, the nearest one, a switch, or a number of tokens. */
type Effort = readonly [upstream: OurWire, provider: string | undefined, model: string, efforts: Readonly<Record<string, Json>>]
const claudeEffort = (effort: string): Json => ({ thinking: { type: 'adaptive' }, output_config: { effort } })
const level = (thinkingLevel: string): Json => ({ generationConfig: { thinkingConfig: { thinkingLevel } } })
const efforts: readonly Effort[] = [
  [
    'openai-chat',
    'openai',
    'gpt-5.5',
    { minimal: { reasoning_effort: 'low' }, xhigh: { reasoning_effort: 'xhigh' }, max: { reasoning_effort: 'xhigh' } },
  ],
  [
    'openai-chat',
    'groq',
    'openai/gpt-oss-120b',
    { none: { reasoning_effort: 'low', include_reasoning: false }, max: { reasoning_effort: 'high' } },
  ],
  ['openai-chat', 'groq', 'qwen/qwen3-32b', { none: { reasoning_effort: 'none' }, xhigh: { reasoning_effort: 'default' } }],
  ['openai-chat', 'mistral', 'mistral-medium-3-5', { none: { reasoning_effort: 'none' }, low: { reasoning_effort: 'high' } }],
  [
    'openai-chat',
    'deepseek',
    'deepseek-v4',
    { none: { thinking: { type: 'disabled' } }, max: { reasoning_effort: 'max', thinking: { type: 'enabled' } } },
  ],
  [
    'openai-chat',
    'openrouter',
    'anthropic/claude-opus-4.8',
    { none: { reasoning: { enabled: false } }, max: { reasoning: { effort: 'max' } } },
  ],
  ['openai-chat', 'xai', 'grok-4.6', { none: { reasoning_effort: 'low' }, max: { reasoning_effort: 'xhigh' } }],
  ['openai-chat', 'xai', 'grok-4.20-multi-agent', { none: { reasoning_effort: 'low' }, xhigh: { reasoning_effort: 'xhigh' } }],
  ['openai-chat', 'xai', 'grok-4.3', { minimal: { reasoning_effort: 'low' }, xhigh: { reasoning_effort: 'high' } }],
  ['openai-chat', 'zai', 'glm-5', { none: { thinking: { type: 'disabled' } }, high: { thinking: { type: 'enabled' } } }],
  ['openai-chat', 'vllm', 'Qwen/Qwen3-8B', { none: { chat_template_kwargs: { enable_thinking: false } } }],
  ['openai-chat', 'dashscope', 'qwen3.6-plus', { none: { enable_thinking: false }, low: { enable_thinking: true, thinking_budget: 2048 } }],
  [
    'anthropic-messages',
    'anthropic',
    'claude-opus-4-8',
    { none: { thinking: { type: 'disabled' } }, minimal: claudeEffort('low'), max: claudeEffort('max') },
  ],
  ['anthropic-messages', 'anthropic', 'claude-haiku-4-5', { low: { thinking: { type: 'enabled', budget_tokens: 2048 } } }],
  ['anthropic-messages', 'anthropic', 'claude-fable-5-1', { none: claudeEffort('low') }],
  [
    'gemini',
    undefined,
    'gemini-3.1-pro-preview',
    { none: level('low'), minimal: level('low'), medium: level('medium'), max: level('high') },
  ],
  ['gemini', undefined, 'gemini-2.5-flash', { none: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } } }],
  ['bedrock-converse', undefined, 'openai.gpt-oss-120b-1:0', { xhigh: { additionalModelRequestFields: { reasoning_effort: 'high' } } }],
  ['bedrock-converse', undefined, 'us.anthropic.claude-opus-4-8-v1:0', { max: { additionalModelRequestFields: claudeEffort('max') } }],
  ['cohere', undefined, 'command-a-reasoning-08-2025', { none: { thinking: { type: 'disabled' } } }],
  ['ollama', undefined, 'gpt-oss:20b', { none: { think: 'low' }, xhigh: { think: 'high' } }],
  ['ollama', undefined, 'qwen3', { none: { think: false }, high: { think: true } }],
]
export const asksEffort: readonly WireSibling[] = efforts.flatMap(([upstream, provider, model, words]) =>
  Object.entries(words).map(([effort, asked]): WireSibling => ({
    id: `the effort ${effort} of Responses, to ${model} at ${provider ?? upstream}`,
    endpoint: 'responses',
    upstream,
    ...(provider && { provider }),
    request: { model, reasoning: { effort } },
    answer: plain[upstream]!,
    told: { answer: 'ok' },
    asked,
  })),
)

/** Switches of other servers and SDKs in Chat Completions, before another API. */
export const switches: readonly WireSibling[] = (
  [
    ['a template without thinking', { chat_template_kwargs: { enable_thinking: false } }, 'off'],
    ['the switch of Qwen', { enable_thinking: false }, 'off'],
    ['the switch of Ollama', { think: false }, 'off'],
    ['the switch of OpenRouter', { reasoning: { enabled: false } }, 'off'],
    ['the switch of Claude', { thinking: { type: 'disabled' } }, 'off'],
    ['a switch in an extra body that no SDK merged', { extra_body: { enable_thinking: false } }, 'off'],
    ["Google's level without an extra body", { google: { thinking_config: { thinking_level: 'low' } } }, 'low'],
    ["Google's level", { extra_body: { google: { thinking_config: { thinking_level: 'low' } } } }, 'low'],
    ['an effort of a template', { chat_template_kwargs: { reasoning_effort: 'low' } }, 'low'],
  ] as const
).flatMap(([kind, request, wanted]): WireSibling[] => [
  {
    id: `${kind}, before Claude`,
    endpoint: 'completions',
    upstream: 'anthropic-messages',
    provider: 'anthropic',
    request: { ...request, model: 'claude-opus-4-8' },
    answer: plain['anthropic-messages']!,
    asked: wanted === 'off' ? { thinking: { type: 'disabled' } } : claudeEffort('low'),
  },
  {
    id: `${kind}, before Responses`,
    endpoint: 'completions',
    upstream: 'openai-responses',
    request,
    answer: plain['openai-responses']!,
    asked: { reasoning: { effort: wanted === 'off' ? 'none' : 'low' } },
  },
])
