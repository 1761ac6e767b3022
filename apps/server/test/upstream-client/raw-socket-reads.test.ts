import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { toParser } from '../../src/upstream-client/raw-socket-reads.ts'
import { lend } from '@reason/testkit/lent'

test('a parser may keep what it is given', () => {
  const kept: Buffer[] = []
  const socket = new EventEmitter().on('data', (bytes: Buffer) => void kept.push(bytes)) as Socket
  for (const text of ['HTTP/1.1 ', '200 OK']) lend(Buffer.from(text), (bytes) => toParser(socket, bytes))
  expect(Buffer.concat(kept).toString()).toBe('HTTP/1.1 200 OK')
})
