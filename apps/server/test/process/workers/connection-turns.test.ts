import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTurns, type Give } from '../../../src/process/workers/connection-turns.ts'

async function open() {
  const turns = createTurns((error) => expect.unreachable(error.message))
  onTestFinished(() => turns.close())
  const { port } = await turns.open('127.0.0.1', 0)
  return {
    ...turns,
    come(): Socket {
      const client = connect(port, '127.0.0.1').on('error', () => {})
      onTestFinished(() => void client.destroy())
      return client
    },
  }
}

/** Takes what it is given when it is told to. */
function taker(): { give: Give; given: Socket[]; take: (() => void)[] } {
  const given: Socket[] = []
  const take: (() => void)[] = []
  return { given, take, give: (socket, onTaken) => void (given.push(socket), take.push(onTaken)) }
}

const closed = (client: Socket): Promise<unknown> => once(client.resume(), 'close')
const until = (isSo: () => boolean): Promise<void> => expect.poll(isSo).toBe(true)

test('a connection that comes while no worker takes any is refused at once', async () => {
  const { come, add, rest, remove } = await open()
  await closed(come())
  const one = taker()
  add(1, one.give)
  rest(1)
  await closed(come())
  remove(1)
  await closed(come())
  add(2, one.give)
  remove(2)
  await closed(come())
  expect(one.given).toEqual([])
})

test('who waits for the last one that takes connections is told so when it rests', async () => {
  const { come, add, rest } = await open()
  const one = taker()
  add(1, one.give)
  come()
  await until(() => one.given.length === 1)
  const waiting = come()
  await once(waiting, 'connect')
  rest(1)
  await closed(waiting)
})

test('who was on the way to one that ended is given to another', async () => {
  const { come, add, remove } = await open()
  const [one, other] = [taker(), taker()]
  add(1, one.give)
  come()
  await until(() => one.given.length === 1)
  add(2, other.give)
  remove(1)
  expect(other.given).toEqual(one.given)
})

test('one after the other gets its turn', async () => {
  const { come, add } = await open()
  const turns: number[] = []
  for (const worker of [1, 2, 3]) {
    add(worker, (_, onTaken) => {
      turns.push(worker)
      onTaken()
    })
  }
  for (let count = 1; count <= 6; count++) {
    come()
    await until(() => turns.length === count)
  }
  expect(turns).toEqual([1, 2, 3, 1, 2, 3])
})

test('no worker gets a second one before it has taken the first', async () => {
  const { come, add } = await open()
  const all = [taker(), taker()]
  all.forEach(({ give }, worker) => add(worker, give))
  for (let count = 0; count < 3; count++) come()
  await until(() => all.every(({ given }) => given.length === 1))
  all[1]!.take[0]!()
  await until(() => all[1]!.given.length === 2)
  expect(all[0]!.given).toHaveLength(1)
})
