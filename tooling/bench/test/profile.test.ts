import { expect, it } from 'vitest'
import { sharesOf } from '../src/gateway/profile.ts'

const frame = (functionName: string, url = '') => ({ functionName, url })

it('sums the time of each part, with what is called below it, without idle time and warming up', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 4, 7] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('(garbage collector)') },
      { id: 4, callFrame: frame('relay', 'file:///r/apps/server/dist/main.js'), children: [5, 6] },
      { id: 5, callFrame: frame('write', 'node:net'), children: [8] },
      { id: 6, callFrame: frame('push', 'file:///r/packages/core/dist/index.js') },
      { id: 7, callFrame: frame('route', 'file:///r/node_modules/.pnpm/fastify@5/node_modules/fastify/lib/route.js') },
      { id: 8, callFrame: frame('writeLatin1String') },
    ],
    samples: [4, 2, 8, 3, 4, 6, 7],
    timeDeltas: [50, 10, 20, 10, 5, 10, 5],
  }
  expect(sharesOf(profile, 0.5)).toEqual([
    { part: 'Node: HTTP, streams, sockets', share: 0.4 },
    { part: 'garbage collection', share: 0.2 },
    { part: '@reason/core', share: 0.2 },
    { part: '@reason/server', share: 0.1 },
    { part: 'fastify', share: 0.1 },
  ])
})
