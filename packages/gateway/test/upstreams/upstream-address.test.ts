import { openaiChat } from '@reason/providers-openai'
import { expect, it } from 'vitest'
import type { UpstreamWire } from '../../src/wires.ts'
import { upstreamAddress } from '../../src/upstreams/upstream-address.ts'

const wire = openaiChat() as UpstreamWire

it.each([
  ['of a list, by its name and its address', 'gpu-1', 'gpu-1 (http://h:8080/v1)'],
  ['of a list without a name, by its address', 'http://h:8080', 'http://h:8080/v1'],
  ['alone, by its address', undefined, 'http://h:8080/v1'],
])('messages name an upstream %s', (_, upstreamName, name) => {
  const named = { upstreamKey: undefined, upstreamProvider: undefined, upstreamEngine: undefined, ...(upstreamName && { upstreamName }) }
  expect(upstreamAddress('http://h:8080/?api-version=1', wire, named).facts).toMatchObject({ name, address: 'http://h:8080/v1' })
})
