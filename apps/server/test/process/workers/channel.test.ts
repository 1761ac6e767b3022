import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { createChannel, type Handlers, type Port } from '../../../src/process/workers/channel.ts'

/** Both ends, and how many messages went from the first one. */
function connected(handlers: Handlers) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  let sent = 0
  const portOf = (port: MessagePort, onSend = (): void => {}): Port => ({
    send(messages, onSent) {
      onSend()
      port.postMessage(messages)
      onSent(null)
    },
    onMessage: (listener) => void port.on('message', listener),
    onClosed: (listener) => void port.on('close', listener),
  })
  createChannel(portOf(port2), handlers)
  return {
    channel: createChannel(
      portOf(port1, () => void sent++),
      {},
    ),
    close: () => port2.close(),
    sent: () => sent,
  }
}

it('what is said in one turn goes together, in its order, and each is answered for itself', async () => {
  const heard: string[] = []
  const { channel, sent } = connected({
    twice: (text: string) => text + text,
    note: (text: string) => void heard.push(text),
    fail: () => Promise.reject(new Error('not today')),
  })
  channel.tell('note', 'first')
  const answers = await Promise.allSettled([
    channel.ask('twice', 'a'),
    channel.ask('fail'),
    channel.ask('nothing'),
    channel.ask('note', 'last'),
    channel.ask('twice', 'b'),
  ])
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'aa',
    'not today',
    '"nothing" cannot be asked of this process.',
    undefined,
    'bb',
  ])
  expect(heard).toEqual(['first', 'last'])
  expect(sent()).toBe(1)
  expect(await channel.ask('twice', 'c')).toBe('cc')
  expect(sent()).toBe(2)
})

it('all that was asked fails where it cannot be sent', async () => {
  const said = { send: (_: unknown, onSent: (error: Error) => void) => onSent(new Error('closed')), onMessage() {}, onClosed() {} }
  const thrown = { ...said, send: () => expect.fail('no way') }
  for (const [port, message] of [
    [said, 'closed'],
    [thrown, 'no way'],
  ] as const) {
    const channel = createChannel(port, {})
    const answers = await Promise.allSettled([channel.ask('one'), channel.ask('two')])
    expect(answers.map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual([message, message])
  }
})

it('what waits for an answer fails when the other process is gone', async () => {
  const { channel, close } = connected({ wait: () => new Promise(() => {}) })
  const waiting = channel.ask('wait')
  setImmediate(close)
  await expect(waiting).rejects.toThrow('The other process has ended.')
})
