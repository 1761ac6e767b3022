/**
 * Chunks of generateContent, one per read.
 *
 *   node --conditions=@reason/source bench/gemini.bench.ts [chunks]
 */
import { gemini } from '../src/index.ts'
import { createStream } from './gemini-stream.ts'
import { run } from './run.ts'

const stream = createStream(Number(process.argv[2] ?? 50_000))

run(gemini(), stream, () => {
  let seen = 0
  for (const text of stream.reads) seen += JSON.parse(text.slice(6, text.indexOf('\r\n\r\n'))).candidates[0].content.parts[0].text.length
  return seen
})
