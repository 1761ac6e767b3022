import { openBench, type Play } from './services.ts'

// node --conditions=@reason/source --expose-gc bench/relay.bench.ts [--only NAME] [--rounds N]

const args = process.argv.slice(2)
const argument = (name: string, fallback: string): string => {
  const at = args.indexOf(name)
  return at === -1 ? fallback : args[at + 1]!
}
const rounds = Number(argument('--rounds', '15'))
const only = argument('--only', '')
const kind = argument('--kind', 'both')
const events = Number(argument('--events', '200'))

const frame = (delta: object, finish: string | null = null): Buffer =>
  Buffer.from(
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1700000000, model: 'mock-r1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
  )
const token = (i: number): string => (i % 1000).toString().padStart(3, '0') + ' '
const frames = [
  frame({ role: 'assistant', content: '' }),
  ...Array.from({ length: events }, (_, i) => frame(i < events / 2 ? { reasoning_content: token(i) } : { content: token(i) })),
  frame({}, 'stop'),
  Buffer.from('data: [DONE]\n\n'),
]
const whole = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1700000000,
    model: 'mock-r1',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'answer '.repeat(20), reasoning_content: 'reason '.repeat(40) },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 60, total_tokens: 70, completion_tokens_details: { reasoning_tokens: 40 } },
  }),
)

const playStream: Play = (listener) => {
  listener.onHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  let at = 0
  const step = (): void => {
    for (let n = 0; n < 10 && at < frames.length; n++, at++) listener.onData(frames[at]!, false)
    if (at < frames.length) setImmediate(step)
    else listener.onEnd()
  }
  step()
}
const playWhole: Play = (listener) => {
  listener.onHead(200, { 'content-type': 'application/json' })
  listener.onData(whole, false)
  listener.onEnd()
}
const body = (stream: boolean): Buffer =>
  Buffer.from(JSON.stringify({ model: 'mock-r1', messages: [{ role: 'user', content: 'hi' }], stream }))

const all = ['--session-budget', '1000000000', '--log-level', 'warn']
const configurations: Record<string, string[]> = {
  everything: all,
  'no traces': [...all, '--traces', 'off'],
}
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

for (const [name, flags] of Object.entries(configurations)) {
  if (only !== '' && !name.includes(only)) continue
  const bench = await openBench(flags)
  const measure = async (stream: boolean, count: number): Promise<number> => {
    const request = body(stream)
    const from = process.threadCpuUsage()
    for (let done = 0; done < count; done += 16)
      await Promise.all(Array.from({ length: 16 }, () => bench.ask(request, stream ? playStream : playWhole)))
    const { user, system } = process.threadCpuUsage(from)
    return (user + system) / count
  }
  for (let n = 0; n < Number(argument('--warm', '3')); n++) {
    if (kind !== 'whole') await measure(true, 160)
    if (kind !== 'stream') await measure(false, 800)
  }
  const wholes: number[] = []
  const streams: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (kind !== 'stream') wholes.push(await measure(false, 320))
    if (kind !== 'whole') streams.push(await measure(true, 48))
  }
  const each = median(wholes.concat(wholes.length ? [] : [0]))
  console.log(
    `${name}: whole ${each.toFixed(0)} µs (best ${Math.min(...wholes).toFixed(0)}), stream ${(median(streams.concat(streams.length ? [] : [0])) / events).toFixed(2)} µs/event (best ${(Math.min(...streams) / events).toFixed(2)}), ${frames.length} frames, first whole ${wholes[0]?.toFixed(0)}`,
  )
  await bench.close()
}
