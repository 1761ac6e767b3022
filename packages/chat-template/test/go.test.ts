import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../src/jinja/limits.ts'
import { createGoRenderer } from '../src/go/renderer.ts'
import { passportOf, readTemplate, startOf } from '../src/index.ts'
import { goTemplates } from './go-templates.ts'

const user = { role: 'user', content: 'Hi' }

const rendered = (source: string, messages: readonly object[] = [user], variables: object = {}): string | undefined =>
  createGoRenderer(`{{ if .Messages }}{{ end }}${source}`, defaultLimits).render(messages, { ...variables })

describe('an action', () => {
  test.each([
    ['a  {{- 1 }} b', 'a1 b'],
    ['a {{ 1 -}}\n b', 'a 1b'],
    ['a {{- /* no }} comment */ -}} b', 'ab'],
    ['{{/* the whole */}}', ''],
    ['{{ "a\\n\\"\\u0041}}" }}', 'a\n"A}}'],
    ['{{ `a\\n` }}', 'a\\n'],
    ["{{ 'a' }}", '97'],
    ['{{ -1 }}{{ 0x10 }}{{ 1_000 }}', '-1161000'],
    ['{{ true }}{{ nil }}{{ .Nothing.At.All }}', 'true'],
    ['{{ $x := "a" }}{{ $x }}{{ $x = "b" }}{{ $x }}', 'ab'],
    ['{{ if true }}{{ $x := "a" }}{{ end }}{{ $x }}', ''],
    ['{{ $x := 1 }}{{ range .Messages }}{{ $x = 2 }}{{ end }}{{ $x }}', '2'],
    ['{{ (index .Messages 0).Content }}', 'Hi'],
    ['{{ "a" | printf "%s-%v-%q%%" "b" "c" }}', 'b-c-"a"%'],
    ['{{ if and .Messages (not .Tools) }}y{{ else }}n{{ end }}', 'y'],
    ['{{ if eq 1 2 3 1 }}y{{ end }}{{ if ne 1 2 }}y{{ end }}{{ if lt "a" "b" }}y{{ end }}{{ if ge 2 2 }}y{{ end }}', 'yyyy'],
    ['{{ if or false "" }}y{{ else if gt 2 1 }}e{{ else }}n{{ end }}', 'e'],
    ['{{ with .System }}{{ . }}{{ else with .Messages }}{{ len . }}{{ end }}', '1'],
    ['{{ range .Tools }}t{{ else }}none{{ end }}', 'none'],
    ['{{ range $i, $m := .Messages }}{{ $i }}{{ $m.Role }}{{ $.System }}{{ end }}', '0user'],
    ['{{ range $m := .Messages }}{{ $m.Role }}{{ end }}', 'user'],
    ['{{ range 5 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if eq . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}', '02'],
    ['{{ define "t" }}[{{ . }}]{{ end }}{{ template "t" "x" }}{{ block "u" 1 }}{{ . }}{{ end }}', '[x]1'],
    ['{{ len (index .Messages 0) }}{{ len .Nothing }}', '20'],
    ['{{ slice "abcd" 1 3 }}{{ len "abc" }}{{ json .Messages }}', 'bc3[{"role":"user","content":"Hi"}]'],
  ])('%j is %j', (source, text) => expect(rendered(source)).toBe(text))

  test.each([
    ['{{ if true }}', 'syntax'],
    ['{{ end }}{{ .Role }}', 'syntax'],
    ['{{ .Role | }}', 'syntax'],
    ['{{ .Role # }}', 'syntax'],
    ['{{ ( .Role }}', 'syntax'],
    ['{{ if .Role }}{{ else range .X }}{{ end }}', 'syntax'],
    ['{{ .Messages', 'syntax'],
    ['{{ .Messages | unheardOf }}', 'refused'],
    ['{{ range .Messages }}{{ template "gone" }}{{ end }}', 'refused'],
    ['{{ .Messages.Count }}', 'refused'],
  ])('%j is none: %s', (source, kind) => expect(readTemplate(source).error?.kind).toBe(kind))
})

describe('a member is read by its name in Go', () => {
  const call = { id: 'c1', function: { name: 'f', arguments: { a: 1 } } }
  const messages = [user, { role: 'assistant', content: '', tool_calls: [call] }, { role: 'tool', name: 'f', content: '2' }]
  test.each([
    [
      '{{ range .Messages }}{{ range .ToolCalls }}{{ .ID }} {{ .Function.Name }} {{ .Function.Arguments }}{{ end }}{{ end }}',
      'c1 f {"a":1}',
    ],
    ['{{ range .Messages }}{{ .ToolName }}{{ end }}', 'f'],
    ['{{ range .Messages }}{{ .constructor }}{{ .__proto__ }}{{ end }}', ''],
    ['{{ range .Tools }}{{ .Function.Name }}{{ range $k, $v := .Function.Parameters.Properties }}{{ $k }}{{ end }}{{ end }}', 'gab'],
  ])('%j', (source, text) => {
    const tools = [{ type: 'function', function: { name: 'g', parameters: { properties: { b: {}, a: {} } } } }]
    expect(rendered(source, messages, { tools })).toBe(text)
  })
})

test('an older template is rendered for each exchange, up to where the last answer goes on', () => {
  const { render } = createGoRenderer('{{ .System }}|{{ .Prompt }}|{{ .Response }}!', defaultLimits)
  const messages = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'A' },
    { role: 'assistant', content: 'B' },
    { role: 'user', content: 'C' },
  ]
  expect(render(messages)).toBe('S|A|B!|C|')
})

describe('a template of the library', () => {
  const pair = { open: '<think>', close: '</think>' }
  test.each<[keyof typeof goTemplates, object[], (string | undefined)[], string[]]>([
    ['switched', [pair], ['answer', 'answer', 'answer'], ['<|im_end|>', '<|im_start|>']],
    ['opened', [pair], ['reasoning', 'answer', 'reasoning'], ['<｜end▁of▁sentence｜>', '<｜User｜>', '<｜Assistant｜>']],
    ['brackets', [{ open: '[THINK]', close: '[/THINK]' }], ['answer', 'answer', 'answer'], ['</s>']],
    [
      'channels',
      [{ open: '<|channel|>analysis<|message|>', close: '<|end|>', header: '<|start|>assistant' }],
      ['answer', 'answer', 'answer'],
      ['<|start|>', '<|message|>', '<|channel|>'],
    ],
    ['instructed', [pair], ['answer', 'answer', 'answer'], ['<|end_of_text|>', '<|start_of_role|>', '<|end_of_role|>']],
    ['plain', [], ['answer', 'answer', 'answer'], ['<end_of_turn>']],
    ['exchange', [pair], ['reasoning', 'reasoning', 'reasoning'], ['<|im_end|>', '<|im_start|>']],
  ])('%s: delimiters, starts with thinking on, off and unset, tokens', (name, pairs, starts, tokens) => {
    const facts = readTemplate(goTemplates[name])
    expect([facts.language, facts.error, facts.pairs]).toEqual(['go', undefined, pairs])
    expect([true, false, undefined].map((thinking) => startOf(facts, { ...(thinking !== undefined && { thinking }) }))).toEqual(starts)
    expect(passportOf(facts, { models: [], source: 'test' }).serviceTokens).toEqual(tokens)
  })

  test('shows its switches and its calls', () => {
    const switched = readTemplate(goTemplates.switched)
    expect(switched.switches).toEqual([{ name: 'think', values: [true, false], on: true, off: false, defaultOn: true }])
    expect(switched.tools).toEqual({ openers: ['<tool_call>'], closers: ['</tool_call>'] })
    expect(switched.rows.filter(({ closed, word }) => closed === true && word === undefined).map(({ settings }) => settings)).toEqual([
      { think: false },
      { think: false },
    ])
    expect(readTemplate(goTemplates.channels).switches).toMatchObject([{ name: 'think', values: ['low', 'medium', 'high'] }])
    expect(passportOf(readTemplate(goTemplates.channels), { models: [], source: 'test' }).flags).toEqual({
      harmony: true,
      'think-tags': false,
    })
  })
})
