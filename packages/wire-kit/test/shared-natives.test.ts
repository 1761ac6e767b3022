import { describe, expect, test } from 'vitest'
import { addressOf, citationsIn, imagesIn } from '../src/shared-natives.ts'

const data = 'iVBORw0KGgo='
const made = (format?: string) => ({ type: 'image_generation_call', result: data, ...(format !== undefined && { output_format: format }) })

describe('images that a model made', () => {
  test.each([
    ['gemini', 'part', { inlineData: { mimeType: 'image/webp', data } }, [{ mediaType: 'image/webp', data }]],
    ['gemini', 'part', { inlineData: { mimeType: 'audio/wav', data } }, []],
    ['openai-chat', 'message.images', [{ image_url: { url: `data:image/gif;base64,${data}` } }], [{ mediaType: 'image/gif', data }]],
    ['openai-chat', 'message.images', { image_url: { url: 'https://example.com/a.png' } }, [{ url: 'https://example.com/a.png' }]],
    ['openai-chat', 'message.images', [{ image_url: {} }, 7], []],
    ['openai-responses', 'output_item.done', made('jpeg'), [{ mediaType: 'image/jpeg', data }]],
    ['openai-responses', 'output_item.done', made(), [{ mediaType: 'image/png', data }]],
    ['openai-responses', 'output_item.added', made('jpeg'), []],
    ['openai-responses', 'output_item.done', { ...made(), type: 'web_search_call' }, []],
    ['anthropic-messages', 'block', { type: 'image' }, []],
  ])('on the wire %s, %s: %j', (wire, event, value, images) => {
    expect(imagesIn({ wire, event, value })).toEqual(images)
    expect(imagesIn({ wire, event, value, channel: 'reasoning' })).toEqual([])
  })

  test('have an address', () => {
    expect(addressOf({ mediaType: 'image/png', data })).toBe(`data:image/png;base64,${data}`)
    expect(addressOf({ url: 'https://example.com/a.png' })).toBe('https://example.com/a.png')
  })
})

describe('what an answer cites', () => {
  const url = 'https://example.com/a'
  test.each([
    ['anthropic-messages', 'citation', { url, title: 'A' }, [{ url, title: 'A' }]],
    ['anthropic-messages', 'citation', { document_title: 'Notes', file_id: 'f' }, [{ file: 'f', title: 'Notes' }]],
    ['anthropic-messages', 'citation', { source: url }, [{ url, title: url }]],
    ['anthropic-messages', 'citation', { url: 'javascript:1', title: 'A' }, [{ file: '', title: 'A' }]],
    ['gemini', 'candidate.groundingMetadata', { groundingChunks: [{ web: { uri: url, title: 'A' } }, {}] }, [{ url, title: 'A' }]],
    ['openai-chat', 'message.annotations', [{ url_citation: { url, title: 'A' } }], [{ url, title: 'A' }]],
    ['openai-responses', 'annotation', { filename: 'a.txt', file_id: 'f' }, [{ file: 'f', title: 'a.txt' }]],
    ['bedrock-converse', 'citation', { title: 'A', location: { web: { url, domain: 'example.com' } } }, [{ url, title: 'A' }]],
    ['bedrock-converse', 'citation', { title: 'A', location: { documentPage: { documentIndex: 0 } } }, [{ file: '', title: 'A' }]],
    ['bedrock-converse', 'citation', { source: 'S', location: { searchResultLocation: {} } }, [{ file: '', title: 'S' }]],
    ['openai-chat', 'search_results', [{ url, title: 'A', date: '2026-01-01' }], [{ url, title: 'A' }]],
    ['openai-chat', 'citations', [url, 'no address'], [{ url, title: '' }]],
    ['openai-responses', 'annotation', {}, []],
    ['cohere', 'citation', { url }, []],
  ])('on the wire %s, %s: %j', (wire, event, value, citations) => {
    expect(citationsIn({ wire, event, value })).toEqual(citations)
  })
})
