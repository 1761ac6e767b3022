import { expect } from 'vitest'
import { asList, asObject, isObject, type Json } from '@reason/gateway/json'
import type { Seen } from './wire-drive.ts'

/** How to send a row, and a check for the expectation that the row describes in words. */
export interface Expectation {
  model?: string
  with?: Json
  flags?: readonly string[]
  keeps?: (message: unknown) => unknown
  loops?: boolean
  check: (seen: Seen) => void
}

const last = ({ asked }: Seen): Json => asked.at(-1)!
const messagesOf = (body: Json): Json[] => asList(body['messages']).map(asObject)
const assistantOf = (seen: Seen): Json => messagesOf(last(seen)).find(({ role }) => role === 'assistant')!
const contentOf = (seen: Seen): Json[] => asList(assistantOf(seen)['content']).map(asObject)
const textOf = (seen: Seen): string => JSON.stringify(last(seen))

const signature = 'YSBzaWduYXR1cmUgb2Ygc29tZSBsZW5ndGggMDEyMzQ1Njc4OQ=='

const foreignFields = ['reasoning_content', 'refusal', 'reasoning_details', 'reasoning']
const hasOnly = (message: Json, ...fields: string[]): void => {
  for (const field of foreignFields) if (!fields.includes(field)) expect(message, `${field} goes back`).not.toHaveProperty(field)
}

const renamed: Readonly<Record<string, (seen: Seen) => void>> = {
  mistral(seen) {
    hasOnly(assistantOf(seen))
    expect(contentOf(seen)).toMatchObject([
      { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] },
      { type: 'text', text: 'Look.' },
    ])
  },
  reasoning(seen) {
    hasOnly(assistantOf(seen), 'reasoning')
    expect(assistantOf(seen)).toMatchObject({ content: 'Look.', reasoning: 'R' })
  },
  tags(seen) {
    hasOnly(assistantOf(seen))
    expect(assistantOf(seen)['content']).toMatch(/^<think>\s*R\s*<\/think>\s*Look\.$/)
  },
  details(seen) {
    hasOnly(assistantOf(seen), 'reasoning_details')
    expect(assistantOf(seen)['reasoning_details']).toMatchObject([
      { type: 'reasoning.text', id: 'r1', format: 'MiniMax-response-v1', index: 0, text: 'R' },
    ])
  },
}

const signed = (seen: Seen): void => expect(textOf(seen).split(signature)).toHaveLength(2)

function inCompat(where: string) {
  return (seen: Seen): void => {
    const [call] = asList(assistantOf(seen)['tool_calls']).map(asObject)
    expect(call!['extra_content']).toEqual({ [where]: { thought_signature: signature } })
    hasOnly(assistantOf(seen))
    expect(textOf(seen).split(signature)).toHaveLength(2)
  }
}

/** Names of the offered tools, in any format. */
function offered(body: Json): string[] {
  const names = (tools: readonly unknown[]): string[] =>
    tools.filter(isObject).flatMap((tool) => {
      const declared = tool['functionDeclarations']
      if (Array.isArray(declared)) return names(declared)
      const name = tool['name'] ?? asObject(tool['function'])['name'] ?? asObject(tool['toolSpec'])['name']
      return typeof name === 'string' ? [name] : []
    })
  return names(asList(body['tools']))
}

const additionalTools = (seen: Seen): void => {
  expect(seen.status).toBe(200)
  expect(offered(last(seen)).toSorted()).toEqual(['functions__exec', 'functions__shell'])
  const empty = messagesOf(last(seen)).filter(({ content }) => content === '' || (Array.isArray(content) && content.length === 0))
  expect(empty).toEqual([])
  expect(textOf(seen)).toContain('You are Codex')
}

const unbilled = (seen: Seen): void => {
  expect(seen.status).toBe(200)
  expect(textOf(seen)).not.toContain('cch=')
  expect(textOf(seen)).not.toContain('billing')
  expect(textOf(seen)).toContain('You are Claude Code')
}

const twoCalls = ({ told }: Seen): void =>
  expect(told.calls).toEqual([
    { name: 'f', arguments: '{"q":"one"}' },
    { name: 'g', arguments: '{"q":"two"}' },
  ])

const failedWith = ({ told }: Seen): void => expect(told.error).toBe('Upstream provider error 4711 / upstream_error')

const refused = ({ told }: Seen): void => {
  expect(told.answer).toBe('I cannot help with that.')
  expect(told.finish).toBe('refusal')
}

const isNow = (seconds: unknown): boolean => typeof seconds === 'number' && Math.abs(seconds - Date.now() / 1000) < 3600

const claudeSignatures = [
  'EqQBCkYIAxgCKkBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'EqQBCkYIAxgCKkBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB',
]

const fallback = (seen: Seen): void =>
  expect(contentOf(seen)).toMatchObject([
    { type: 'thinking', thinking: 'T1', signature: claudeSignatures[0] },
    { type: 'fallback', from: { model: 'claude-fable-5' }, to: { model: 'claude-opus-4-8' }, trigger: { type: 'refusal' } },
    { type: 'thinking', thinking: 'T2', signature: claudeSignatures[1] },
    { type: 'tool_use', name: 'f', input: {} },
  ])

const redacted = (seen: Seen): void =>
  expect(contentOf(seen)).toMatchObject([
    { reasoningContent: { redactedContent: 'b3BhcXVlLW9wZW5haS1yZWFzb25pbmc=' } },
    { toolUse: { name: 'f' } },
  ])

/** The fields that AI SDK's `openai-compatible` keeps: content, calls with their extra content, and `reasoning_content`. */
const asAiSdk = (message: unknown): unknown => {
  const { role, content, reasoning_content: reasoning, tool_calls: calls } = asObject(message)
  return { role, content: content ?? '', ...(reasoning !== undefined && { reasoning_content: reasoning }), tool_calls: calls }
}

const usage = (prompt: number, cached: number) => (seen: Seen) => {
  const found = seen.events.findLast(({ usage: one }) => isObject(one))!['usage']
  expect(found).toMatchObject({ prompt_tokens: prompt, prompt_tokens_details: { cached_tokens: cached } })
}
const wantsUsage: Json = { stream_options: { include_usage: true } }

export const expectations: Readonly<Record<string, Expectation>> = {
  'renamed-mistral-mistral-medium-latest-full': { model: 'mistral-medium-latest', check: renamed['mistral']! },
  'renamed-mistral-mistral-medium-latest-none': { model: 'mistral-medium-latest', check: renamed['mistral']! },
  'renamed-cerebras-gpt-oss-120b-full': { model: 'gpt-oss-120b', check: renamed['reasoning']! },
  'renamed-cerebras-gpt-oss-120b-none': { model: 'gpt-oss-120b', check: renamed['reasoning']! },
  'renamed-cerebras-zai-glm-4.7-none': { model: 'zai-glm-4.7', check: renamed['tags']! },
  'renamed-groq-openai/gpt-oss-120b-none': { model: 'openai/gpt-oss-120b', check: renamed['reasoning']! },
  'renamed-minimax-MiniMax-M3-full': { model: 'MiniMax-M3', check: renamed['details']! },
  'renamed-minimax-MiniMax-M3-none': { model: 'MiniMax-M3', check: renamed['details']! },
  'refusal-null-mistral': { check: (seen) => hasOnly(assistantOf(seen)) },
  'refusal-null-mistral-none': { check: (seen) => hasOnly(assistantOf(seen)) },
  'gemini-extra_content-whole-message': { model: 'gemini-3-pro-preview', check: signed },
  'gemini-extra_content-extra_content-only': { model: 'gemini-3-pro-preview', keeps: asAiSdk, check: signed },
  'gemini-compat-google-messages': { model: 'gemini-3-pro-preview', check: inCompat('google') },
  'gemini-compat-google-responses': { model: 'gemini-3-pro-preview', check: inCompat('google') },
  'gemini-compat-google-completions': { model: 'gemini-3-pro-preview', check: inCompat('google') },
  'gemini-compat-vertex-messages': { model: 'gemini-3-pro-preview', check: inCompat('vertex') },
  'codex-additional_tools-openai-chat': { check: additionalTools },
  'codex-additional_tools-anthropic-messages': { check: additionalTools },
  'billing-header-openai-chat': { check: unbilled },
  'billing-header-openai-responses': { check: unbilled },
  'billing-header-gemini': { check: unbilled },
  'billing-header-ollama': { check: unbilled },
  'billing-header-bedrock-converse': { check: unbilled },
  'tool_addition-chat': {
    check(seen) {
      expect(seen.status).toBe(200)
      expect(offered(last(seen))).toEqual(['mcp__new__do'])
      expect(textOf(seen)).toContain('MCP connected')
    },
  },
  'count_tokens-chat': {
    check(seen) {
      expect(seen.status).toBe(200)
      expect(seen.whole['input_tokens']).toBeGreaterThan(0)
      expect(seen.whole['estimated']).toBe(true)
      expect(seen.headers.get('x-reason-estimate')).toBe('input_tokens')
      expect(seen.asked).toEqual([])
    },
  },
  'cc-body-foreign': {
    check(seen) {
      expect(seen.status).toBe(200)
      expect(offered(last(seen))).toEqual(['Read'])
      expect(last(seen)['reasoning_effort']).toBe('high')
    },
  },
  'claude-binding-drop_block': {
    model: 'claude-fable-5-1',
    loops: true,
    with: { messages: [{ role: 'user', content: 'x' }] },
    check: (seen) => expect(last(seen)).toMatchObject({ thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } }),
  },
  'calls-head-on-old-index-completions': { check: twoCalls },
  'calls-head-on-old-index-messages': { check: twoCalls },
  'calls-head-on-old-index-responses': { check: twoCalls },
  'calls-all-in-one-delta-completions': { check: twoCalls },
  'calls-all-in-one-delta-messages': { check: twoCalls },
  'calls-all-in-one-delta-responses': { check: twoCalls },
  'responses-failed-error-beside-responses': { check: failedWith },
  'responses-failed-error-beside-completions': { check: failedWith },
  'responses-failed-error-beside-messages': { check: failedWith },
  'refusal-chat-to-messages': { check: refused },
  'refusal-responses-to-messages': { check: refused },
  'finish-missing-glm-none': {
    // Unclosed text may be a thought in this family, so the gateway reports an error, not an empty success. `missing-finish.test.ts` compares streams.
    check: (seen) => expect([seen.status, seen.told.error]).toEqual([502, expect.stringContaining('upstream_unusable')]),
  },
  'responses-created_at': {
    check(seen) {
      const types = seen.events.map(({ type }) => type)
      expect(types).toEqual(expect.arrayContaining(['response.created', 'response.output_item.added', 'response.completed']))
      for (const { response } of seen.events) if (isObject(response)) expect(response['created_at']).toSatisfy(isNow)
    },
  },
  'anthropic-dialect-effort-max': {
    model: 'deepseek-v4',
    check: (seen) => expect(last(seen)).toMatchObject({ output_config: { effort: 'max' } }),
  },
  'anthropic-dialect-effort-low': {
    model: 'deepseek-v4',
    check: (seen) => expect(last(seen)).toMatchObject({ output_config: { effort: 'low' } }),
  },
  'gpt-5.6-chat-tools-effort-messages': {
    check(seen) {
      expect(offered(last(seen))).toEqual(['f'])
      // From GPT-5.5 on, OpenAI refuses tools with a model's default effort as well, so the request must have "none".
      expect(last(seen)['reasoning_effort']).toBe('none')
      expect(Number(seen.headers.get('x-reason-notes'))).toBeGreaterThan(0)
    },
  },
  'gemini-tools-split': {
    check(seen) {
      const declaring = asList(last(seen)['tools']).filter((tool) => 'functionDeclarations' in asObject(tool))
      expect(declaring).toHaveLength(1)
      expect(offered(last(seen))).toEqual(['a', 'c'])
    },
  },
  'phase-none': {
    check: (seen) => expect(asList(seen.whole['output']).map((item) => asObject(item)['phase'])).toEqual(['commentary']),
  },
  'function_output-stringified-image': {
    check(seen) {
      const images = messagesOf(last(seen)).flatMap(({ content }) =>
        asList(content).filter((part) => asObject(part)['type'] === 'image_url'),
      )
      expect(images).toHaveLength(1)
      const texts = messagesOf(last(seen)).filter(({ content }) => typeof content === 'string' && content.includes('base64'))
      expect(texts).toEqual([])
    },
  },
  'messages-image-detail': {
    check(seen) {
      const [output] = asList(last(seen)['input']).filter((item) => asObject(item)['type'] === 'function_call_output')
      expect(asObject(output)['output']).toMatchObject([{ type: 'input_image', detail: 'auto' }])
    },
  },
  'text-before-thinking': {
    check({ events }) {
      const open: unknown[] = []
      const starts: unknown[] = []
      for (const { type, index } of events) {
        if (type === 'content_block_start') {
          expect(open).toEqual([])
          open.push(index)
          starts.push(index)
        } else if (type === 'content_block_delta') expect(open).toEqual([index])
        else if (type === 'content_block_stop') expect(open.pop()).toBe(index)
      }
      expect(open).toEqual([])
      expect(starts).toEqual([0, 1])
    },
  },
  'anthropic-usage-kimi-qwencloud': { with: wantsUsage, check: usage(8849, 8831) },
  'anthropic-usage-zeros-in-delta': { with: wantsUsage, check: usage(16, 5) },
  'claude-forced-tool': {
    check(seen) {
      expect(last(seen)).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'tool', name: 'f' } })
    },
  },
  'claude-effort-none': {
    model: 'claude-sonnet-5',
    check(seen) {
      expect(last(seen)).toMatchObject({ thinking: { type: 'disabled' } })
      expect(last(seen)).not.toHaveProperty('output_config.effort')
    },
  },
  'claude-fallback-block-messages-full': { model: 'claude-opus-4-8', check: fallback },
  'claude-fallback-block-completions-full': { model: 'claude-opus-4-8', check: fallback },
  'claude-fallback-block-responses-full': { model: 'claude-opus-4-8', check: fallback },
  'claude-fallback-block-messages-none': { model: 'claude-opus-4-8', check: fallback },
  'claude-fallback-block-completions-none': { model: 'claude-opus-4-8', check: fallback },
  'claude-fallback-block-responses-none': { model: 'claude-opus-4-8', check: fallback },
  'bedrock-redacted-openai-messages-full': { model: 'openai.gpt-5.5', check: redacted },
  'bedrock-redacted-openai-completions-full': { model: 'openai.gpt-5.5', check: redacted },
  'bedrock-redacted-openai-responses-full': { model: 'openai.gpt-5.5', check: redacted },
  'bedrock-redacted-openai-messages-none': { model: 'openai.gpt-5.5', check: redacted },
  'bedrock-redacted-openai-completions-none': { model: 'openai.gpt-5.5', check: redacted },
  'bedrock-redacted-openai-responses-none': { model: 'openai.gpt-5.5', check: redacted },
  'empty-tool_calls-arrays': {
    check(seen) {
      expect(seen.raw).not.toContain('"tool_calls":[]')
      expect(seen.told).toMatchObject({ answer: 'Yes', finish: 'stop' })
    },
  },
  'kimi-long-ids-to-claude': {
    check(seen) {
      const blocks = messagesOf(last(seen)).flatMap(({ content }) => asList(content).map(asObject))
      const ids = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id as string)
      expect(new Set(ids).size).toBe(2)
      for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/)
      expect(blocks.filter(({ type }) => type === 'tool_result').map((block) => block['tool_use_id'])).toEqual(ids)
    },
  },
  'glm-context-window': { check: ({ told }) => expect(told.finish).toBe('length') },
  'vllm-two-identities': {
    check({ events }) {
      const items = events.flatMap(({ type, item, response }) => {
        if (type === 'response.output_item.added' || type === 'response.output_item.done') return [asObject(item)]
        return type === 'response.completed' ? asList(asObject(response)['output']).map(asObject) : []
      })
      expect(items).toHaveLength(3)
      expect(new Set(items.map(({ id }) => id)).size).toBe(1)
      expect(new Set(items.map((item) => item['call_id'])).size).toBe(1)
    },
  },
}
