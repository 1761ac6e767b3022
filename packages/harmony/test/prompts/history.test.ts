import { describe, expect, test } from 'vitest'
import { canonicaliseHistory, parse, render, type HarmonyMessage } from '../../src/index.ts'

const message = (channel: string | null, content: string, more: Partial<HarmonyMessage> = {}): HarmonyMessage => ({
  role: 'assistant',
  channel,
  recipient: null,
  contentType: null,
  content,
  ...more,
})
const user = (content: string) => message(null, content, { role: 'user', terminator: 'end' })
const call = (content: string, channel = 'commentary') => message(channel, content, { recipient: 'functions.f', terminator: 'call' })
const result = (content: string) =>
  message('commentary', content, { role: 'tool', name: 'functions.f', recipient: 'assistant', terminator: 'end' })

const contents = (messages: readonly HarmonyMessage[]) => messages.map(({ content }) => content)

describe('canonical history', () => {
  test('has no reasoning before the last answer, and keeps calls, results and preambles', () => {
    const messages = [
      user('q1'),
      message('analysis', 't1'),
      message('commentary', 'p1'),
      call('c1'),
      result('r1'),
      message('analysis', 't2'),
      call('c2', 'analysis'),
      message('final', 'a1'),
      message('analysis', 't3'),
      message('final', 'a2'),
      user('q2'),
    ]
    expect(contents(canonicaliseHistory(messages))).toEqual(['q1', 'p1', 'c1', 'r1', 'c2', 'a1', 'a2', 'q2'])
  })

  test('keeps the reasoning of a tool loop that is not finished', () => {
    const messages = [
      user('q'),
      message('analysis', 't1'),
      message('final', 'a'),
      user('q2'),
      message('analysis', 't2'),
      call('c'),
      result('r'),
    ]
    expect(contents(canonicaliseHistory(messages))).toEqual(['q', 'a', 'q2', 't2', 'c', 'r'])
    expect(contents(canonicaliseHistory(messages.slice(3)))).toEqual(['q2', 't2', 'c', 'r'])
  })

  test('treats an unknown channel as reasoning, and no channel as an answer', () => {
    const messages = [message('thinking', 't1'), message(null, 'a'), message('thinking', 't2')]
    expect(contents(canonicaliseHistory(messages))).toEqual(['a', 't2'])
  })

  test('drops the preambles of finished turns when asked', () => {
    const messages = [message('commentary', 'p1'), message('final', 'a'), message('commentary', 'p2'), call('c')]
    expect(contents(canonicaliseHistory(messages, { dropCommentary: true }))).toEqual(['a', 'p2', 'c'])
  })

  test('ends calls with call and everything else with end', () => {
    const messages = [
      message('final', 'a', { terminator: 'return' }),
      message('commentary', 'c', { recipient: 'f', terminator: 'end' }),
      message('analysis', 't'),
      result('r'),
    ]
    expect(canonicaliseHistory(messages).map(({ terminator }) => terminator)).toEqual(['end', 'call', 'end', 'end'])
    expect(messages[0]!.terminator).toBe('return')
  })

  test('comes out the same again, also through text', () => {
    const once = canonicaliseHistory(
      parse(
        '<|start|>user<|message|>q<|end|><|start|>assistant<|channel|>analysis<|message|>t<|end|>' +
          '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>' +
          '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|><|start|>assistant<|channel|>final<|message|>a<|return|>',
      ),
    )
    expect(canonicaliseHistory(once)).toEqual(once)
    expect(parse(render(once))).toEqual(once)
    expect(render(once)).toBe(
      '<|start|>user<|message|>q<|end|>' +
        '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>' +
        '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|><|start|>assistant<|channel|>final<|message|>a<|end|>',
    )
  })
})
