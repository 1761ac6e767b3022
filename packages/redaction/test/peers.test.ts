import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import examples from 'libphonenumber-js/mobile/examples'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/index.ts'
import { createDraw, fill, fixture } from './corpus.ts'

const redactor = createRedactor({ key: 'a key of the tests' })

/** What secretlint calls a secret in a text. */
async function linted(content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: '/x.txt', content, ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }, noPhysicFilePath: true },
  })
  return messages.filter(({ type }) => type === 'message').map(({ range }) => content.slice(...range))
}

describe('what others find is found', () => {
  test('by secretlint, in the corpus', async () => {
    const draw = createDraw(3)
    const missed: string[] = []
    let found = 0
    for (const { shape } of fixture<{ shape: string }>('shapes')) {
      const text = `It is ${fill(shape, draw)} in there`
      for (const secret of await linted(text)) {
        found++
        if (redactor.redact(text).text.includes(secret)) missed.push(secret)
      }
    }
    expect(missed).toEqual([])
    expect(found).toBeGreaterThan(30)
  })

  test('by libphonenumber: the example of every country, as it is written there', () => {
    const missed: string[] = []
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)
      if (number === undefined) continue
      for (const written of [number.formatInternational(), number.number]) {
        const { text } = redactor.redact(`It is ${written}, I think`)
        if (!/^It is \[phone:[0-9a-f]{8}\], I think$/.test(text)) missed.push(`${country} ${text}`)
      }
    }
    expect(missed).toEqual([])
  })
})
