import { describe, expect, it } from 'vitest'
import { welcome } from '../src/welcome.ts'

const upstream = 'http://127.0.0.1:8080/v1'

describe('what a newcomer reads in front of an upstream', () => {
  it('names it, and what it speaks where that is not what clients speak', () => {
    expect(welcome('http://h', { upstream, upstreamFormat: 'openai-chat' })).toContain(`in front of ${upstream}\n`)
    expect(welcome('http://h', { upstream, upstreamFormat: 'ollama' })).toContain(`in front of ${upstream}, which speaks ollama\n`)
  })

  it('speaks of a list of models only where there is one', () => {
    expect(welcome('http://h', { upstream, upstreamFormat: 'gemini' })).toContain('curl http://h/v1/models')
    expect(welcome('http://h', { upstream, upstreamFormat: 'cohere' })).not.toContain('/v1/models')
  })
})
