import { foreignSettings } from '@reason/wire-kit'
import { describe, expect, it } from 'vitest'

const of = (fields: Record<string, unknown>, wire = 'there') => foreignSettings({ wire: 'here', fields }, wire)

describe('settings that only one format knows', () => {
  it('are those that a conversation does not say', () => {
    expect(of({ temperature: 1, max_output_tokens: 9, tool_choice: 'auto', parallel_tool_calls: false, store: true })).toEqual(['store'])
    expect(of({ frequency_penalty: 1, presence_penalty: 1, user: 'u', safety_identifier: 'u', metadata: { a: 'b' } })).toEqual([])
  })

  it('are none whose value is the default', () => {
    const usual = { background: false, logprobs: false, service_tier: 'auto', speed: 'standard', store: false, top_logprobs: 0 }
    expect(of({ ...usual, truncation: 'disabled', text: { verbosity: 'medium' } })).toEqual([])
    expect(of({ background: true, service_tier: 'flex', speed: 'fast', truncation: 'auto', text: { verbosity: 'low' } })).toHaveLength(5)
  })

  it('are metadata and users, too, that are no strings', () => {
    expect(of({ user: 5, metadata: { tags: ['a'] } })).toEqual(['user', 'metadata'])
  })

  it('are named by their path, where they stand in an object beside others', () => {
    expect(
      of({
        text: { format: { type: 'text' }, verbosity: 'low' },
        thinking: { type: 'enabled', clear_thinking: false },
        generationConfig: { temperature: 1, thinkingConfig: { thinkingBudget: 1 }, responseModalities: ['TEXT'] },
        options: { num_ctx: 4096, num_predict: 9 },
      }),
    ).toEqual(['text.verbosity', 'thinking.clear_thinking', 'generationConfig.responseModalities', 'options.num_ctx'])
  })

  it('are a selection among the tools, of which a conversation says no more than whether there must be a call', () => {
    const tools = [{ type: 'function', name: 'f' }]
    expect(of({ tool_choice: { type: 'allowed_tools', mode: 'auto', tools } })).toEqual(['tool_choice.allowed_tools'])
    expect(of({ tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools } } })).toEqual([
      'tool_choice.allowed_tools',
    ])
    expect(of({ tool_choice: { type: 'function', name: 'f' } })).toEqual([])
  })

  const unusable: [fields: Record<string, unknown>, told: string[]][] = [
    [
      { max_tokens: '100', temperature: 'hot', n: true },
      ['max_tokens ("100" is no number)', 'temperature ("hot" is no number)', 'n (true is no number)'],
    ],
    [{ stop_sequences: 'X' }, ['stop_sequences ("X" is no list of texts)']],
    [{ stop: ['a', 5] }, ['stop (["a",5] is no text and no list of texts)']],
    [{ tools: 't', functions: {}, stream: 'yes' }, ['tools ("t" is no list)', 'stream ("yes" is neither true nor false)']],
    [{ tool_choice: 'sometimes' }, ['tool_choice ("sometimes" is no choice among functions)']],
    [{ tool_choice: { type: 'web_search' } }, ['tool_choice ({"type":"web_search"} is no choice among functions)']],
    [{ reasoning_effort: 'foo' }, ['reasoning_effort ("foo" is no effort that is known)']],
    [{ reasoning: { effort: 5 } }, ['reasoning.effort (5 is no effort that is known)']],
    [{ output_config: { effort: 'ultra' } }, ['output_config.effort ("ultra" is no effort that is known)']],
    [{ thinking: true }, ['thinking (true is nothing that is known)']],
    [
      { thinking: { type: 'sometimes', budget_tokens: '9' } },
      ['thinking.type ("sometimes" is nothing that is known)', 'thinking.budget_tokens ("9" is no number)'],
    ],
    [{ chat_template_args: { enable_thinking: false, add_date: 'no' } }, ['chat_template_args.add_date']],
    [
      { chat_template_kwargs: { enable_thinking: 'false', thinking: false } },
      ['chat_template_kwargs.enable_thinking ("false" is neither true nor false)'],
    ],
    [{ response_format: { type: 'json_schema' } }, ['response_format ({"type":"json_schema"} is no format that is known)']],
    [{ seed: `${'x'.repeat(58)}😀y` }, [`seed ("${'x'.repeat(58)}… is no number)`]],
    // The note repeats no text of the request.
    [{ messages: 'Hi.', system: { text: 'Hi.' } }, ['messages (text is no list of objects)', 'system (an object is no text and no list)']],
    [
      { messages: ['Hi.'], input: 5, instructions: ['Hi.'] },
      ['messages (a list is no list of objects)', 'input (5 is no text and no list)', 'instructions (a list is no text)'],
    ],
  ]
  it.each(unusable)('are those, too, whose value says nothing: %j', (fields, told) => expect(of(fields)).toEqual(told))

  const usable: Record<string, unknown>[] = [
    { stop: 'a', stop_sequences: ['a'], max_tokens: 1, temperature: 0, stream: false, n: 1 },
    { reasoning_effort: 'default', reasoning: { effort: 'none', exclude: true, enabled: false, summary: 'auto' } },
    { tool_choice: 'any', tools: [], system: [], messages: [{}] },
    { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    { tool_choice: { type: 'tool', name: 'f' } },
    { tool_choice: { type: 'function', function: { name: 'f' } } },
    { tool_choice: { type: 'custom', name: 'f' }, function_call: { name: 'f' } },
    { response_format: { type: 'json_schema', json_schema: { schema: {} } }, format: 'json' },
    { thinking: { type: 'adaptive', display: 'omitted' }, think: 'low' },
    { max_tokens: null, temperature: undefined, tools: null, reasoning_effort: '' },
  ]
  it.each(usable)('are none that a conversation says, or that say nothing: %j', (fields) => expect(of(fields)).toEqual([]))

  it('are none for the format itself, without any, and for notes and placeholders', () => {
    expect(of({ store: true }, 'here')).toEqual([])
    expect(foreignSettings(undefined, 'there')).toEqual([])
    expect(of({ $form: 'string', metadata: {}, user: null })).toEqual([])
  })
})

it('lists settings up to a limit', () => {
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, 1]))
  expect(of(many).length).toBeLessThanOrEqual(200)
  expect(of({ extra_body: many, options: many }).length).toBeLessThanOrEqual(200)
})
