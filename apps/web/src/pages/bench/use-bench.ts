import { useEffect, useState } from 'preact/hooks'
import { choose, type BenchChoice, type ChosenSplit } from './run/choice.ts'
import { recordingMachine, textMachine, type MakeMachine } from './run/machine.ts'
import { firstDifference, run, type BenchRun } from './run/measure.ts'
import { findRecording, type BenchRecording } from './run/recording.ts'

export interface BenchOutcome {
  text: string
  chosen: ChosenSplit
  recording: BenchRecording | undefined
  whole: BenchRun
  cut: BenchRun
  /** Index of the first part in which both runs differ. -1 if they are equal. */
  difference: number
}

export type Bench =
  | { state: 'empty' }
  | { state: 'running'; last: BenchOutcome | undefined }
  | { state: 'done'; outcome: BenchOutcome }
  | { state: 'failed'; error: unknown }

/** Text of the bench, and the settings that split it. */
export interface BenchInputs {
  text: string
  /** Empty: the model of the recording. */
  model: string
  kind: string
  choice: BenchChoice
  /** Size of a chunk, in UTF-16 units. */
  size: number
}

/** Splits the text whole and cut, each time an input changes. */
export function useBench(input: BenchInputs): Bench {
  const { text, model, kind, choice, size } = input
  const [bench, setBench] = useState<Bench>({ state: 'empty' })
  useEffect(() => {
    if (text === '') return setBench({ state: 'empty' })
    let isCalledOff = false
    setBench((before) => ({
      state: 'running',
      last: before.state === 'done' ? before.outcome : before.state === 'running' ? before.last : undefined,
    }))
    work(input, () => isCalledOff).then(
      (outcome) => outcome !== undefined && !isCalledOff && setBench({ state: 'done', outcome }),
      (error: unknown) => !isCalledOff && setBench({ state: 'failed', error }),
    )
    return () => (isCalledOff = true)
  }, [text, model, kind, choice, size])
  return bench
}

async function work({ text, model, kind, choice, size }: BenchInputs, isCalledOff: () => boolean): Promise<BenchOutcome | undefined> {
  const recording = await findRecording(text, kind)
  const chosen = choose(text, model === '' ? (recording?.model ?? '') : model, choice, recording)
  const make: MakeMachine = recording === undefined ? textMachine(chosen) : recordingMachine(recording.wire, recording.framing, chosen)
  const whole = await run(make, text, Math.max(1, text.length), isCalledOff)
  const cut = whole && (await run(make, text, size, isCalledOff))
  if (whole === undefined || cut === undefined) return undefined
  return { text, chosen, recording, whole, cut, difference: firstDifference(whole.parts, cut.parts) }
}
