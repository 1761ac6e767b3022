import { passportOf, startOf } from '@reason/chat-template'
import { createAccumulator, splitText, type Splitter } from '@reason/core'
import { thinkTags } from '@reason/think-tags'
import { describe, expect, it } from 'vitest'
import { readTemplates } from '../src/templates.ts'
import { outputs } from './outputs.ts'

const facts = readTemplates()

/** Service tokens are removed beside the splitter, as the pipeline does. */
const without = (tokens: readonly string[], text: string): string => tokens.reduce((left, token) => left.replaceAll(token, ''), text).trim()

function inSinglePieces(splitter: Splitter, text: string): { reasoning: string | null; answer: string } {
  const accumulator = createAccumulator()
  for (const part of [...[...text].flatMap((piece) => splitter.push(piece)), ...splitter.end()]) accumulator.push(part)
  return accumulator.snapshot()
}

describe('a passport and a start from a template split what its model writes', () => {
  it.each(outputs)('%s, thinking %s: %s', (template, said, output) => {
    const read = facts.get(template)!
    const { options = {}, serviceTokens = [] } = passportOf(read, { models: [template], source: template })
    const start = startOf(read, said === 'unset' ? {} : { thinking: said === 'on' })!
    const adapter = thinkTags(options['think-tags'] as object)
    const thought = output.includes('Two and two.') ? 'Two and two.' : ''

    for (const { reasoning, answer } of [
      splitText(output, adapter, { start }),
      inSinglePieces(adapter.createSplitter({ start }), output),
    ]) {
      expect([(reasoning ?? '').trim(), without(serviceTokens, answer)]).toEqual([thought, 'Four.'])
    }
  })
})
