import './why.css'
import { useEffect, useState } from 'preact/hooks'
import { words } from '../../../../words/en/welcome.ts'
import { createNaiveSplitter, type NaiveSplit } from './naive-splitter.ts'
import { createRealSplitter } from './real-splitter.ts'
import { chunkMs, cutBadly, recordedAnswer } from './recording.ts'

/** Live demonstration: a stream, the result of a simple splitter, and that of the gateway. */
export function WhyView() {
  const [attempt, setAttempt] = useState(0)
  const chunks = cutBadly(attempt)
  const [count, setCount] = useState(() => (prefersStill() ? chunks.length : 0))
  const isOver = count >= chunks.length

  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setCount(count + 1), chunkMs)
    return () => clearTimeout(timer)
  }, [attempt, count, isOver])

  const seen = chunks.slice(0, count)
  const naive = seen.map(createNaiveSplitter())
  const ours = splitSeen(seen, isOver)
  return (
    <section class="why" aria-label={words.why.label}>
      <div class="stack why-column why-stream card">
        <h3>{words.why.stream}</h3>
        <p class="why-chunks mono">
          {seen.map((chunk, index) => (
            <span key={index} class={/[<>]|think/.test(chunk) ? 'why-chunk tag' : 'why-chunk'}>
              {chunk.replaceAll('\n', '⏎')}
            </span>
          ))}
        </p>
        <p class="small soft">{words.why.chunks(count, chunks.length)}</p>
      </div>
      <Column title={words.why.naive} splits={naive} isOver={isOver} />
      <Column title={words.why.ours} splits={ours} isOver={isOver} />
      <button
        type="button"
        class="button small why-again"
        disabled={!isOver}
        onClick={() => {
          setAttempt(attempt + 1)
          setCount(prefersStill() ? Infinity : 0)
        }}
      >
        {words.why.again}
      </button>
    </section>
  )
}

/** Splits all chunks again for each render. The text is short, and the component needs no splitter state. */
function splitSeen(seen: readonly string[], isOver: boolean): NaiveSplit[] {
  const splitter = createRealSplitter()
  const splits = seen.flatMap((chunk) => splitter.push(chunk))
  return isOver ? [...splits, ...splitter.end()] : splits
}

function Column({ title, splits, isOver }: { title: string; splits: readonly NaiveSplit[]; isOver: boolean }) {
  const of = (channel: NaiveSplit['channel']): string =>
    splits
      .filter((split) => split.channel === channel)
      .map(({ text }) => text)
      .join('')
      .trim()
  const answer = of('answer')
  const verdict = answer === recordedAnswer ? 'right' : answer === '' ? 'missing' : 'leaked'
  // A wrong answer is marked as soon as it differs.
  const isWrong = !recordedAnswer.startsWith(answer)
  return (
    <div class="stack why-column card">
      <h3>{title}</h3>
      <dl>
        <dt class="label why-thought">{words.why.reasoning}</dt>
        <dd class="why-text why-thought">{of('reasoning')}</dd>
        <dt class="label">{words.why.answer}</dt>
        <dd class={isWrong ? 'why-text why-wrong' : 'why-text'}>{answer}</dd>
      </dl>
      <p class={`why-verdict ${isOver ? (verdict === 'right' ? 'good' : 'bad') : ''}`}>{isOver ? words.why.verdicts[verdict] : ' '}</p>
    </div>
  )
}

const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
