import type { SplitCase } from './split-case.ts'

const formats = [
  { response_format: { type: 'json_object' } },
  { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } },
]

/** JSON answers whose strings contain tags and tokens. */
const answers: readonly (readonly [kind: string, answer: string])[] = [
  ['a pair of tags', '{"a":"Use <think>x</think> here."}'],
  ['a closer', '{"a":"ends with </think>"}'],
  ['an opener', '{"a":"opens <think> only"}'],
  ['tags in a list', '["<think>","</think>"]'],
  ['tags in quotation marks and code', '{"a":"`</think>` and \\"<think>\\""}'],
  ['a tag in a name', '{"<think>":1,"b":{"</think>":[]}}'],
  ['a pair that spans two strings', '{"a":"<think>x","b":"y</think>"}'],
  ['a token', '{"a":"<|im_end|>"}'],
  ['channels', '{"a":"<|channel|>analysis<|message|>x<|end|>"}'],
  ['words of headers', '{"a":"assistantfinal analysis"}'],
  ['a call', '{"a":"<tool_call>{}</tool_call>"}'],
  ['a thought in a field', '{"reasoning":"Because </think>","answer":17}'],
]

const models = [
  'Qwen/Qwen3-8B',
  'Qwen/Qwen3.5-9B',
  'deepseek-ai/DeepSeek-R1',
  'moonshotai/Kimi-K3',
  'magistral:24b',
  'gpt-oss:20b',
  'brand-new-7b',
]

const channels = (answer: string): string =>
  `<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`

const fenced = (answer: string): string => `\`\`\`json\n${answer}\n\`\`\``

/** A long JSON text to stand before an answer. */
const longJson = JSON.stringify({ plan: 'Two and two are four. '.repeat(30) })

function* inputs(model: string, answer: string): Generator<readonly [where: string, input: string, reasoning: string]> {
  yield ['alone', answer, '']
  if (!model.startsWith('gpt-oss')) {
    yield ['in front of a token', `${answer}<|im_end|>`, '']
    yield ['behind a thought that begins as JSON', `{"plan":1} so.</think>${answer}`, '{"plan":1} so.']
    yield ['behind a long thought in JSON', `${longJson}\n</think>\n${answer}`, longJson]
    yield ['behind a long thought that begins as JSON', `${longJson} So.</think>${answer}`, `${longJson} So.`]
    yield ['behind a thought in JSON', `{"plan":1}\n</think>\n\n${answer}`, '{"plan":1}']
  }
  yield ['in a fence', fenced(answer), '']
  yield ['in a fence behind a field', JSON.stringify({ reasoning_content: 'Add.', content: fenced(answer) }), 'Add.']
  yield ['behind blanks', `\n ${answer}`, '']
  yield ['behind a field', JSON.stringify({ reasoning_content: 'Add.', content: answer }), 'Add.']
  if (model.startsWith('gpt-oss')) {
    yield ['in channels', channels(answer), 'Add.']
    yield ['in a fence in channels', channels(fenced(answer)), 'Add.']
  } else {
    yield ['behind a pair', `<think>Add.</think>${answer}`, 'Add.']
    yield ['behind a closer', `Add.\n</think>\n\n${answer}`, 'Add.']
  }
}

/** Cases with a response format: the client needs every character of the answer. */
export const jsonCases: readonly SplitCase[] = answers.flatMap(([kind, answer], at) => {
  const model = models[at % models.length]!
  return [...inputs(model, answer)].map(([where, input, reasoning]) => ({
    id: `JSON with ${kind}, ${where}: ${model}`,
    kind,
    model,
    input,
    expected: { reasoning, answer: where.startsWith('in a fence') ? fenced(answer) : answer },
    how: { gatewayOnly: true, request: formats[at % formats.length]! },
  }))
})
