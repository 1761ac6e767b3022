import { describe, expect, it } from 'vitest'
import { welcome } from '../src/welcome.ts'

const upstream = 'http://127.0.0.1:8080/v1'
const hello = (upstreamFormat: string, requireKeys = false): string =>
  welcome('http://h', { upstream, upstreamFormat, reasoningField: 'reasoning_content', packageWires: [], requireKeys })

describe('what a newcomer reads in front of an upstream', () => {
  it('names it, and what it speaks where that is not what clients speak', () => {
    expect(hello('openai-chat')).toContain(`in front of ${upstream}\n`)
    expect(hello('ollama')).toContain(`in front of ${upstream}, which speaks ollama\n`)
  })

  it('says how to get a key only where one is needed', () => {
    expect(hello('openai-chat', true)).toContain('Create one: reason keys create NAME')
    expect(hello('openai-chat')).not.toContain('key')
  })

  it('speaks of a list of models only where there is one', () => {
    expect(hello('gemini')).toContain('curl http://h/v1/models')
    expect(hello('cohere')).not.toContain('/v1/models')
  })
})
