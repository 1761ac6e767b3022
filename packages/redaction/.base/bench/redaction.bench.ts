/**
 * Time of redaction, per character. In this package's folder:
 *
 *     node --conditions=@reason/source bench/redaction.bench.ts
 */
import { hostileInputs, inputs, redactor, text, withPattern, type Input } from './inputs.ts'

const million = 1_000_000

/** The best of some runs, in milliseconds of the processor: others may be at work on the machine. */
function best(run: () => void, runs: number): number {
  let milliseconds = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) {
    const from = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(from)
    milliseconds = Math.min(milliseconds, (user + system) / 1000)
  }
  return milliseconds
}

function streamed(whole: string, size: number): void {
  const stream = redactor.stream()
  for (let at = 0; at < whole.length; at += size) stream.push(whole.slice(at, at + size))
  stream.end()
}

for (const input of inputs) {
  const whole = text(input, 5 * million)
  const speed = (milliseconds: number, units: number): string => `${(units / 1000 / milliseconds).toFixed(0)} MB/s`
  const short = whole.slice(0, million)
  const [own, custom] = [best(() => redactor.redact(whole), 6), best(() => withPattern.redact(whole), 4)]
  const pieces = [4, 64, 4096].map(
    (size) => `${((best(() => streamed(short, size), 3) * 1e6) / (million / size)).toFixed(0)} ns a push of ${size}`,
  )
  console.log(
    `${input.name}: ${speed(own, whole.length)} whole, ${speed(custom, whole.length)} with a pattern of one's own; ${pieces.join(', ')}`,
  )
}

console.log('\nns a character at 1 M and at 10 M characters, and the slope: whole; in pieces of 16')
const only = process.argv[2]
for (const input of [...inputs, ...hostileInputs].filter(({ name }) => only === undefined || name.includes(only)))
  console.log(`  ${input.name}: ${slope(input, (whole) => void redactor.redact(whole))};  ${slope(input, (whole) => streamed(whole, 16))}`)

function slope(input: Input, run: (whole: string) => void): string {
  const [short, long] = [text(input, million), text(input, 10 * million)]
  // In turns: a machine is not equally fast all the time.
  let [ofShort, ofLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < 2; i++) {
    ofShort = Math.min(ofShort, best(() => run(short), 3) / short.length)
    ofLong = Math.min(ofLong, best(() => run(long), 2) / long.length)
  }
  return `${(ofShort * 1e6).toFixed(1)} -> ${(ofLong * 1e6).toFixed(1)} (${(ofLong / ofShort).toFixed(2)})`
}
