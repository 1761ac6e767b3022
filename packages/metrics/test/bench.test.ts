import { expect, test } from 'vitest'
import { stream } from '../bench/input.ts'
import { setup } from './setup.ts'

test('what the benchmark feeds is counted in full', async () => {
  const { run, samples } = setup()
  await run(stream(1000))
  expect(Object.values(await samples('reasoning_tokens_total'))).toEqual([500])
  expect(Object.values(await samples('answer_tokens_total'))).toEqual([500])
  expect(Object.values(await samples('inter_token_gap_seconds_count'))).toEqual([999])
  expect(await samples('channel_merge_anomaly_total')).toEqual({})
})
