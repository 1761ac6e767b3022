import './replay.css'
import { formatDuration } from '../../../../words/numbers.ts'
import { words } from '../../../../words/en/traces.ts'
import type { Replay } from './use-replay.ts'

const speeds = [0.5, 1, 2, 4, 8] as const

/** Controls to replay a trace at its own pace or faster, or to seek to any moment. */
export function ReplayBar({ replay, lengthMs }: { replay: Replay; lengthMs: number }) {
  const { at = lengthMs, isPlaying, speed } = replay
  return (
    <div class="row replay">
      <button type="button" class="button small" onClick={isPlaying ? replay.pause : replay.play}>
        <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'} </span>
        {isPlaying ? words.replay.pause : words.replay.play}
      </button>
      <input
        type="range"
        class="replay-range"
        aria-label={words.replay.position}
        aria-valuetext={words.replay.of(formatDuration(at), formatDuration(lengthMs))}
        min={0}
        max={Math.round(lengthMs)}
        step={1}
        value={Math.round(at)}
        onInput={({ currentTarget }) => {
          replay.pause()
          replay.seek(Number(currentTarget.value))
        }}
      />
      <span class="number small">{words.replay.of(formatDuration(at), formatDuration(lengthMs))}</span>
      <label class="small">
        <span class="unseen">{words.replay.speed}</span>
        <select class="select small" value={String(speed)} onChange={({ currentTarget }) => replay.setSpeed(Number(currentTarget.value))}>
          {speeds.map((one) => (
            <option key={one} value={String(one)}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
