import { expect, it } from 'vitest'
import { wholeInput } from '../../src/index.ts'

it.each(['cache_write_tokens', 'cache_creation_tokens', 'cache_creation_input_tokens'])(
  'counts tokens written to a cache as %s',
  (field) => {
    const raw = { prompt_tokens: 20, prompt_tokens_details: { [field]: 7 } }
    expect(wholeInput({ input: { value: 20, source: 'reported' }, raw })).toMatchObject({
      input: 20,
      written: 7,
    })
  },
)
