import { chat, claude, counts, gemini, json } from '../sibling-bodies.ts'
import type { WireSibling } from '../wire-siblings.ts'
import { ok } from './situation-bodies.ts'

/** What is counted beside tokens of the prompt and the answer. */
export const counted: readonly WireSibling[] = [
  ...(['cache_write_tokens', 'cache_creation_tokens', 'cache_creation_input_tokens'] as const).map((name): WireSibling => ({
    id: `${name} of Chat are beside the input in Messages`,
    endpoint: 'messages',
    upstream: 'openai-chat',
    answer: json(
      chat({ content: 'ok' }, 'stop', {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 5,
          total_tokens: 105,
          prompt_tokens_details: { cached_tokens: 60, [name]: 30 },
        },
      }),
    ),
    usage: { input_tokens: 10, cache_creation_input_tokens: 30, cache_read_input_tokens: 60, output_tokens: 5 },
  })),
  {
    id: 'tokens that tools of Gemini read are part of the prompt',
    endpoint: 'completions',
    upstream: 'gemini',
    answer: json(
      gemini([{ text: 'ok' }], 'STOP', {
        usageMetadata: {
          promptTokenCount: 10,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 4,
          toolUsePromptTokenCount: 6,
          totalTokenCount: 25,
          cachedContentTokenCount: 2,
        },
      }),
    ),
    usage: {
      prompt_tokens: 16,
      completion_tokens: 9,
      total_tokens: 25,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 4 },
    },
  },
  {
    id: 'what Anthropic writes into its caches is part of the prompt in Responses',
    endpoint: 'responses',
    upstream: 'anthropic-messages',
    answer: json(
      claude([ok], 'end_turn', {
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          cache_creation_input_tokens: 7,
          cache_read_input_tokens: 3,
          cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 2 },
          output_tokens_details: { thinking_tokens: 2 },
        },
      }),
    ),
    usage: {
      input_tokens: 20,
      output_tokens: 5,
      total_tokens: 25,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
  },
  {
    id: 'tokens of sound stay where they are',
    endpoint: 'completions',
    upstream: 'openai-chat',
    answer: json(
      chat({ content: 'ok' }, 'stop', {
        usage: {
          ...counts,
          prompt_tokens_details: { cached_tokens: 3, audio_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 2, accepted_prediction_tokens: 1 },
        },
      }),
    ),
    usage: {
      ...counts,
      prompt_tokens_details: { cached_tokens: 3, audio_tokens: 2 },
      completion_tokens_details: { audio_tokens: 2, accepted_prediction_tokens: 1 },
    },
  },
]
