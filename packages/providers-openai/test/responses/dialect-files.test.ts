import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../src/index.ts'
import type { ResponsesDialect } from '../../src/responses/dialect/index.ts'
import { knobRow, requestRow } from '../../src/responses/dialect-rows.ts'
import * as index from '../../src/responses/dialects/index.ts'
import { isKnown } from '../../src/shared/by-model.ts'

const folder = new URL('../../src/responses/dialects/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts')
const dialects: readonly ResponsesDialect[] = Object.values(index)
const target = (provider: string | undefined, model: string) => ({ wire: 'openai-responses', model, ...(provider && { provider }) })

test('every file is in the index, and holds the provider that it is named for', () => {
  expect(dialects.map(({ provider }) => `${provider}.ts`).toSorted()).toEqual(files.toSorted())
})

test.each(dialects.map((dialect) => [dialect.provider, dialect] as const))(
  '%s gives sources, and reasons for what is not known',
  (_, dialect) => {
    const { source, request, thinking } = dialect
    expect(URL.parse(source)?.protocol).toBe('https:')
    for (const row of request.filter((row) => isKnown(row))) expect(row.rule.because).not.toBe('')
    const missing = [...request, ...thinking].filter((part) => 'notKnown' in part)
    for (const { notKnown } of missing) expect(notKnown).toMatch(/\b(?:is|all is) sent\b/)
  },
)

test('providers that split reasoning themselves have a passport', () => {
  const { passports = [] } = openaiResponses()
  expect(new Set(passports.map(({ provider }) => provider))).toEqual(
    new Set(['chatgpt', 'deepseek', 'meta', 'openai', 'openrouter', 'xai']),
  )
})

describe('rows', () => {
  test.each([
    { name: 'a row for models wins over the row for others', provider: 'xai', model: 'grok-4.5-fast', efforts: ['low', 'medium', 'high'] },
    {
      name: 'a tier of a model',
      provider: 'meta',
      model: 'muse-spark-1.3-contributor',
      efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
    },
    { name: 'of two patterns the longer one', provider: 'xai', model: 'grok-4-non-reasoning', efforts: [] },
    {
      name: "what a host of OpenAI's models does not say, their table does",
      provider: 'bedrock',
      model: 'openai.gpt-5-pro',
      efforts: ['high'],
    },
    { name: 'the same for a provider without a file', provider: 'nobody', model: 'gpt-5-pro', efforts: ['high'] },
  ])('$name', ({ provider, model, efforts }) => expect(knobRow(target(provider, model)).efforts).toEqual(efforts))

  test.each([
    { provider: 'openai', model: 'gpt-5', limits: { leastOutput: 16 } },
    { provider: 'azure', model: 'my-deployment', limits: { leastOutput: 16 } },
    { provider: 'chatgpt', model: 'gpt-5', limits: { refuses: ['max_output_tokens'] } },
    { provider: 'copilot', model: 'gpt-5', limits: {} },
  ])('limits of $provider hold for $model', ({ provider, model, limits }) => {
    const { leastOutput, refuses } = knobRow(target(provider, model))
    expect({ ...(leastOutput && { leastOutput }), ...(refuses && { refuses }) }).toEqual(limits)
  })

  test.each([
    { provider: 'bedrock', model: 'openai.gpt-oss-20b-1:0', sealed: 'never', pairs: undefined },
    { provider: 'bedrock', model: 'openai.gpt-5.6-luna', sealed: 'always', pairs: true },
    { provider: undefined, model: 'gpt-5', sealed: 'always', pairs: true },
    { provider: undefined, model: 'gpt-oss-20b', sealed: 'always', pairs: undefined },
  ] as const)('what $provider takes back of $model', ({ provider, model, sealed, pairs }) => {
    const { rule, pairs: wanted } = requestRow(target(provider, model))
    expect([rule.sealed, wanted]).toEqual([sealed, pairs])
  })
})
