import { describe, expect, test } from 'vitest'
import { addressOf, citationsIn, imagesIn, itemIn } from '../../src/reading/shared-natives.ts'

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
    ['gemini-interactions', 'delta.image', { type: 'image', data, mime_type: 'image/webp' }, [{ mediaType: 'image/webp', data }]],
    ['gemini-interactions', 'delta.image', { type: 'image', uri: 'https://example.com/a' }, [{ url: 'https://example.com/a' }]],
    ['gemini-interactions', 'delta.image', { type: 'image' }, []],
    ['gemini-interactions', 'delta.audio', { type: 'audio', data }, []],
    ['bedrock-converse', 'image', { image: { format: 'jpeg', source: { bytes: data } } }, [{ mediaType: 'image/jpeg', data }]],
    ['bedrock-converse', 'image', { image: { source: { bytes: data } } }, [{ mediaType: 'image/png', data }]],
    ['bedrock-converse', 'image', { image: { source: { s3Location: {} } } }, []],
    ['bedrock-converse', 'document', { document: {} }, []],
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
    ['openai-chat', 'message.content', { type: 'tool_reference', tool: 'web_search', title: 'A', url }, [{ url, title: 'A' }]],
    ['openai-chat', 'message.content', { type: 'document_url', document_url: url }, []],
    ['openai-chat', 'message.annotations', [{ url_citation: { url, title: 'A' } }], [{ url, title: 'A' }]],
    ['openai-responses', 'annotation', { filename: 'a.txt', file_id: 'f' }, [{ file: 'f', title: 'a.txt' }]],
    ['bedrock-converse', 'citation', { title: 'A', location: { web: { url, domain: 'example.com' } } }, [{ url, title: 'A' }]],
    ['bedrock-converse', 'citation', { title: 'A', location: { documentPage: { documentIndex: 0 } } }, [{ file: '', title: 'A' }]],
    ['bedrock-converse', 'citation', { source: 'S', location: { searchResultLocation: {} } }, [{ file: '', title: 'S' }]],
    ['openai-chat', 'search_results', [{ url, title: 'A', date: '2026-01-01' }], [{ url, title: 'A' }]],
    ['openai-chat', 'citations', [url, 'no address'], [{ url, title: '' }]],
    ['openai-responses', 'annotation', {}, []],
    ['cohere', 'citation', { sources: [{ type: 'document', id: 'd', document: { url, title: 'A' } }] }, [{ url, title: 'A' }]],
    ['cohere', 'citation', { sources: [{ type: 'tool', id: 't', tool_output: { url } }, {}] }, [{ url, title: '' }]],
    ['cohere', 'citation', { url }, []],
    [
      'gemini-interactions',
      'delta.text_annotation_delta',
      { annotations: [{ type: 'url_citation', url, title: 'A' }] },
      [{ url, title: 'A' }],
    ],
    ['gemini-interactions', 'delta.text_annotation_delta', { annotations: [{ document_uri: url, file_name: 'a' }] }, [{ url, title: 'a' }]],
    ['gemini-interactions', 'delta.text_annotation_delta', { annotations: [{ name: 'Café', url }] }, [{ url, title: 'Café' }]],
  ])('on the wire %s, %s: %j', (wire, event, value, citations) => {
    expect(citationsIn({ wire, event, value })).toEqual(citations)
  })
})

describe('items of an answer that other formats have no place for', () => {
  test.each([
    ['openai-responses', 'output_item.done', { type: 'mcp_call' }, 'mcp_call'],
    ['openai-responses', 'output_item.added', { type: 'mcp_call' }, undefined],
    ['openai-responses', 'output_item.done', { type: 'compaction' }, undefined],
    ['anthropic-messages', 'server_tool_use', { type: 'server_tool_use' }, 'server_tool_use'],
    ['anthropic-messages', 'web_search_tool_result', { type: 'web_search_tool_result' }, undefined],
    ['anthropic-messages', 'compaction', { type: 'compaction' }, undefined],
    ['anthropic-messages', 'tool_use.caller', { type: 'direct' }, undefined],
    ['gemini', 'part.executableCode', { executableCode: {} }, 'executableCode'],
    ['gemini', 'part.fileData', { fileData: {} }, 'media'],
    ['gemini', 'part.mediaResolution', { mediaResolution: {} }, undefined],
    ['gemini', 'candidate.avgLogprobs', 0, undefined],
    ['gemini-interactions', 'step.code_execution_call', {}, 'code_execution_call'],
    ['gemini-interactions', 'step.code_execution_result', {}, undefined],
    ['gemini-interactions', 'delta.video', {}, 'video'],
    ['bedrock-converse', 'toolUse', { toolUse: { type: 'server_tool_use' } }, 'server_tool_use'],
    ['bedrock-converse', 'audio', { audio: {} }, 'audio'],
    ['bedrock-converse', 'metrics', {}, undefined],
    ['openai-chat', 'message.audio', { data }, 'audio'],
    ['openai-chat', 'message.images', [], undefined],
    ['cohere', 'citation', {}, undefined],
  ])('on the wire %s, %s: %j', (wire, event, value, name) => {
    expect(itemIn({ wire, event, value, item: 0 })).toBe(name)
  })

  test('an event of Messages is no block', () => {
    expect(itemIn({ wire: 'anthropic-messages', event: 'future', value: { type: 'future' } })).toBeUndefined()
  })
})
