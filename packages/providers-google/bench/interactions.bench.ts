/**
 * Events of an interaction, one per read.
 *
 *   node --conditions=@reason/source bench/interactions.bench.ts [events]
 */
import { geminiInteractions } from '../src/index.ts'
import { createStream } from './interactions-stream.ts'
import { run } from './run.ts'

const stream = createStream(Number(process.argv[2] ?? 50_000))

run(geminiInteractions(), stream, () => {
  let seen = 0
  for (const text of stream.reads) {
    const data = text.slice(text.indexOf('data: ') + 6, text.indexOf('\n\n'))
    if (data !== '[DONE]') seen += JSON.parse(data).event_type.length
  }
  return seen
})
