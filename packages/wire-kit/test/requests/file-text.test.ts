import { describe, expect, it } from 'vitest'
import { fileAsText, textToBase64 } from '../../src/index.ts'

const read = (source: { mediaType: string; data: string; text?: string }) => {
  const notes: string[] = []
  const text = fileAsText({ type: 'file', source: { type: 'data', ...source } }, (note) => void notes.push(note))
  return { text, notes: notes.length }
}

describe('a file as text', () => {
  it.each(['text/plain', 'TEXT/markdown', 'application/json; charset=utf-8'])('%s is decoded', (mediaType) => {
    expect(read({ mediaType, data: textToBase64('é\u{1F600}') })).toEqual({ text: 'é\u{1F600}', notes: 1 })
  })

  it('is the text that the request had, without decoding', () => {
    expect(read({ mediaType: 'text/plain', data: '!', text: '\uFEFFa' })).toEqual({ text: '\uFEFFa', notes: 1 })
    expect(read({ mediaType: 'text/plain', data: '!', text: '' })).toEqual({ text: '', notes: 1 })
  })

  it.each([
    ['of another type', { mediaType: 'application/pdf', data: 'aGk=', text: 'hi' }],
    ['that is no base64', { mediaType: 'text/plain', data: '!' }],
    ['that is no UTF-8', { mediaType: 'text/plain', data: '6Q==' }],
  ])('is undefined for a file %s', (_, source) => {
    expect(read(source)).toEqual({ text: undefined, notes: 0 })
  })
})
