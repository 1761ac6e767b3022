import type { Knobs, Message } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './lines.ts'

const target = { provider: 'ollama', wire: 'ollama', model: 'qwen3:4b' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }

describe('knobs, model by model', () => {
  it.each<[string, Knobs, unknown, Knobs, string]>([
    ['qwen3:4b', {}, undefined, { enabled: true, visibility: 'full' }, ''],
    ['qwen3:4b', { enabled: true }, true, { enabled: true, visibility: 'full' }, ''],
    ['qwen3:4b', { effort: 'none' }, false, { enabled: false, visibility: 'none' }, ''],
    ['qwen3:4b', { budgetTokens: 0 }, false, { enabled: false, visibility: 'none' }, ''],
    ['qwen3:4b', { enabled: false, effort: 'high' }, false, { enabled: false, visibility: 'none' }, ''],
    ['deepseek-r1:7b', { enabled: false }, false, { enabled: false, visibility: 'none' }, ''],
    // A model that always thinks writes its thought into the answer when thinking is switched off.
    ['qwen3:30b-a3b-thinking-2507-q4_K_M', { enabled: false }, true, { enabled: true, visibility: 'full' }, 'always thinks'],
    ['hf.co/unsloth/Qwen3-4B-Thinking-2507-GGUF:Q4_K_M', { effort: 'none' }, true, { enabled: true, visibility: 'full' }, 'always thinks'],
    ['gpt-oss:120b-cloud', { effort: 'none' }, 'low', { enabled: true, effort: 'low', visibility: 'full' }, 'always thinks'],
    ['openai/gpt-oss-20b', { effort: 'max' }, 'high', { enabled: true, effort: 'high', visibility: 'full' }, 'does not know the level max'],
    ['gpt-oss:20b', { budgetTokens: 100 }, 'low', { enabled: true, effort: 'low', visibility: 'full' }, 'taken for a level'],
    ['gpt-oss:20b', { budgetTokens: 100_000 }, 'high', { enabled: true, effort: 'high', visibility: 'full' }, 'taken for a level'],
    ['gpt-oss:20b', { budgetTokens: 100, effort: 'high' }, 'high', { enabled: true, effort: 'high', visibility: 'full' }, 'left out'],
    ['gpt-oss:20b', {}, undefined, { enabled: true, visibility: 'full' }, ''],
    ['qwen3-coder:30b', { effort: 'high' }, undefined, { enabled: false }, 'does not think'],
    ['qwen3:4b-instruct-2507', { enabled: true }, undefined, { enabled: false }, 'does not think'],
    ['llama3.2', { enabled: false }, undefined, { enabled: false }, ''],
    ['gemma3:4b', { enabled: true }, undefined, { enabled: false }, 'does not think'],
    ['gemma4:12b', { enabled: true }, true, { visibility: 'full' }, 'is unknown'],
    ['acme/new', { effort: 'high' }, true, { visibility: 'full' }, 'is unknown'],
    ['acme/new', {}, undefined, {}, ''],
    ['qwen3:4b', { visibility: 'none' }, undefined, { enabled: true, visibility: 'full' }, 'nothing hides'],
  ])('%s: %j', (model, knobs, think, effective, note) => {
    const { body, knobs: report } = wire.writeRequest!({ messages: [user], knobs }, { ...target, model })
    expect(body.think).toEqual(think)
    expect(report).toEqual({ asked: knobs, sent: think === undefined ? {} : { think }, effective, notes: report.notes })
    expect(report.notes.join(' ')).toContain(note)
    if (note === '') expect(report.notes).toEqual([])
  })

  it.each<[unknown, Knobs | undefined]>([
    [true, { enabled: true }],
    [false, { enabled: false }],
    ['max', { effort: 'max' }],
    ['none', undefined],
    [7, undefined],
  ])('%j is read, and stays as it was written', (think, knobs) => {
    const body = { model: 'acme/new', messages: [{ role: 'user', content: 'q' }], think }
    const read = wire.readRequest!(body, target)
    expect(read.knobs).toEqual(knobs)
    expect(wire.writeRequest!(read, { ...target, model: 'acme/new' }).body).toEqual(body)
  })

  it.each<[string, unknown, unknown]>([
    ['gpt-oss:20b', true, 'medium'],
    ['gpt-oss:20b', false, 'low'],
    ['gpt-oss:20b', 'max', 'high'],
    ['qwen3:4b', 'high', true],
    ['llama3.2', true, undefined],
    ['llama3.2', false, false],
    ['qwen3:4b-thinking', false, true],
  ])('are written anew for a model that takes others: %s, %j', (model, think, written) => {
    const read = wire.readRequest!({ model: 'm', messages: [{ role: 'user', content: 'q' }], think }, target)
    expect(wire.writeRequest!(read, { ...target, model }).body.think).toEqual(written)
  })
})
