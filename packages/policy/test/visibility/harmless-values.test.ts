import { expect, it } from 'vitest'
import { harmlessValue } from '../../src/visibility/harmless-values.ts'

const data = 'A'.repeat(20_000_000)

it.each([
  ['inlineData', { mimeType: 'image/png', data }],
  ['message.images', [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]],
])('an image of megabytes is one: %s', (event, value) => {
  expect(JSON.stringify(harmlessValue(event, value)).length).toBeGreaterThan(data.length)
})

it('words in the place of an image are none', () => {
  expect(harmlessValue('inlineData', { mimeType: 'image/png', data: `${data} and a thought` })).toEqual({ mimeType: 'image/png' })
})
