import { collect, createAccumulator, split, splitText, type Part, type Result, type TextAdapter } from '@reason/core'
import { expectTypeOf, it } from 'vitest'

declare const adapter: TextAdapter

it('narrows a part by its type', () => {
  const part = {} as Part
  if (part.type === 'delta') expectTypeOf(part.channel).toEqualTypeOf<'reasoning' | 'commentary' | 'answer'>()
  if (part.type === 'end') expectTypeOf(part.choice).toEqualTypeOf<undefined>()
})

it('gives one result shape for whole and streamed text', () => {
  expectTypeOf(splitText('', adapter)).toEqualTypeOf<Result>()
  expectTypeOf(collect(split([''], adapter))).resolves.toEqualTypeOf<Result>()
  expectTypeOf<Result['reasoning']>().toEqualTypeOf<string | null>()
})

it('takes streams of strings and nothing else', () => {
  expectTypeOf(split).toBeCallableWith(new ReadableStream<string>(), adapter)
  // @ts-expect-error bytes are decoded first
  split(new ReadableStream<Uint8Array>(), adapter)
})

it('says which channels got text', () => {
  expectTypeOf(createAccumulator().push({ type: 'end' }).answer).toEqualTypeOf<string | undefined>()
})
