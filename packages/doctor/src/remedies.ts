import type { EngineId } from './engines.ts'
import { kindsOf, type Examination } from './examination.ts'

/** Parser names of engines for a model family. Absent: none is known. */
interface Parsers {
  models: RegExp
  vllm?: string
  vllmTools?: string
  sglang?: string
  sglangTools?: string
}

/**
 * Parsers from the engines' documentation: vLLM "Reasoning Outputs" and "Tool Calling", SGLang "Reasoning Parser" and
 * "Tool Parser". The first match wins.
 */
const parsers: readonly Parsers[] = [
  { models: /gpt-?oss/i, vllm: 'openai_gptoss', vllmTools: 'openai', sglang: 'gpt-oss', sglangTools: 'gpt-oss' },
  { models: /deepseek.*v3/i, vllm: 'deepseek_v3', vllmTools: 'deepseek_v31', sglang: 'deepseek-v3', sglangTools: 'deepseekv31' },
  { models: /deepseek|qwq/i, vllm: 'deepseek_r1', vllmTools: 'deepseek_v3', sglang: 'deepseek-r1', sglangTools: 'deepseekv3' },
  { models: /qwen3.*coder/i, vllm: 'qwen3', vllmTools: 'qwen3_coder', sglang: 'qwen3', sglangTools: 'qwen3_coder' },
  { models: /qwen/i, vllm: 'qwen3', vllmTools: 'hermes', sglang: 'qwen3', sglangTools: 'qwen25' },
  { models: /glm/i, vllm: 'glm45', vllmTools: 'glm45', sglang: 'glm45', sglangTools: 'glm45' },
  { models: /kimi/i, vllm: 'kimi_k2', vllmTools: 'kimi_k2', sglang: 'kimi_k2', sglangTools: 'kimi_k2' },
  { models: /minimax/i, vllm: 'minimax_m2', vllmTools: 'minimax_m2' },
  { models: /mistral|magistral/i, vllm: 'mistral', vllmTools: 'mistral', sglangTools: 'mistral' },
  { models: /granite/i, vllm: 'granite', vllmTools: 'granite' },
  { models: /seed-?oss/i, vllm: 'seed_oss', vllmTools: 'seed_oss' },
  { models: /llama-?3/i, vllmTools: 'llama3_json', sglangTools: 'llama3' },
]

/** Limit of a model's name for the search, in UTF-16 units, because it is quadratic. A server chooses the names of its models. */
const longestName = 512

const parsersOf = (model: string): Partial<Parsers> => parsers.find(({ models }) => models.test(model.slice(0, longestName))) ?? {}

type Remedy = (model: string) => string

/** Instructions to make an engine put reasoning into a separate field. */
const separate: Partial<Record<EngineId, Remedy>> = {
  'llama.cpp': () => 'start llama-server with --jinja --reasoning-format auto (a request can override it with reasoning_format)',
  vllm: (model) =>
    `start vLLM with --reasoning-parser ${parsersOf(model).vllm ?? 'NAME; its page "Reasoning Outputs" lists them by model'}`,
  sglang: (model) =>
    `start SGLang with --reasoning-parser ${parsersOf(model).sglang ?? 'NAME; its page "Reasoning Parser" lists them by model'}`,
  ollama: (model) =>
    `update Ollama, and pull the model again: thinking models of its library have reasoning in a separate field ("ollama show ${model}" lists thinking among its capabilities)`,
  'lm-studio': () => 'in LM Studio, switch on "separate reasoning_content and content in API responses" (settings, Developer)',
}

/** Instructions to make an engine parse tool calls. */
const parseTools: Partial<Record<EngineId, Remedy>> = {
  'llama.cpp': () => 'start llama-server with --jinja, and with a chat template that knows tools (--chat-template-file)',
  vllm: (model) => `start vLLM with --enable-auto-tool-choice --tool-call-parser ${parsersOf(model).vllmTools ?? 'NAME'}`,
  sglang: (model) => `start SGLang with --tool-call-parser ${parsersOf(model).sglangTools ?? 'NAME'}`,
  ollama: (model) => `use a model whose template knows tools ("ollama show ${model}" lists tools among its capabilities)`,
  'lm-studio': () => 'use a model that LM Studio marks as trained for tool use',
}

const hosted: Readonly<Record<string, string>> = {
  groq: 'ask Groq with reasoning_format: "parsed"',
  cerebras: 'ask Cerebras with reasoning_format: "parsed"',
  minimax: 'ask MiniMax with reasoning_split: true',
}

/** Returns remedies at the server and at the gateway that separate reasoning. */
export function separateReasoning(examination: Examination): string[] {
  const { survey, model, settings } = examination
  const atServer = survey.identity.id === undefined ? hosted[survey.provider ?? ''] : separate[survey.identity.id]?.(model)
  const atGateway =
    settings === undefined
      ? withoutSettings(examination)
      : Object.keys(settings).length === 0
        ? 'or change nothing: the gateway splits these answers correctly'
        : 'or change nothing: the gateway splits these answers correctly with the configuration below'
  return [...(atServer === undefined ? [] : [atServer]), atGateway]
}

/** Returns the remedy if no setting splits all answers. The gateway learns from answers that differ. */
function withoutSettings(examination: Examination): string {
  const kinds = kindsOf(examination)
  return kinds.length > 1
    ? `or change nothing: the answers are of ${kinds.length} kinds (${kinds.join('; ')}), which the gateway learns. To buffer more of each answer until its kind is known, start the gateway with --start-held 2000 --decide-after 5000`
    : 'no setting of the gateway splits these answers: please report them, with "reason doctor --show --json"'
}

/**
 * Returns remedies for a refused request with tools. A server error (5xx) is not caused by a missing flag, unless it
 * names one: a template that raises an exception is such an error.
 */
export function takeTools(examination: Examination, { status, failure = '' }: { status: number; failure?: string }): string[] {
  if (status < 500 || /--[a-z]/.test(failure)) return parseToolCalls(examination)
  return [
    'check the log of the server: the failure is its own, and no known flag is missing',
    'if the log names the chat template, use the template of the model, or a newer one',
  ]
}

export function parseToolCalls({ survey, model }: Examination): string[] {
  const remedy = survey.identity.id === undefined ? undefined : parseTools[survey.identity.id]?.(model)
  return remedy === undefined ? ['see the documentation of the server for parsing tool calls of this model'] : [remedy]
}
