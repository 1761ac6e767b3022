import { foreignSettings } from '@reason/core/wire-kit'
import { describe, expect, it } from 'vitest'

const of = (fields: Record<string, unknown>, wire = 'there') => foreignSettings({ wire: 'here', fields }, wire)

describe('settings that only one format knows', () => {
  it('are those that a conversation does not say', () => {
    expect(of({ temperature: 1, max_output_tokens: 9, tool_choice: 'auto', parallel_tool_calls: false, store: true })).toEqual(['store'])
    expect(of({ frequency_penalty: 1, presence_penalty: 1, user: 'u', safety_identifier: 'u', metadata: { a: 'b' } })).toEqual([])
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

  it('are none for the format itself, without any, and for notes and placeholders', () => {
    expect(of({ store: true }, 'here')).toEqual([])
    expect(foreignSettings(undefined, 'there')).toEqual([])
    expect(of({ $form: 'string', metadata: {}, user: null })).toEqual([])
  })
})
