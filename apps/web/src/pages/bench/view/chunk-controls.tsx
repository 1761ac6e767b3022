import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/bench.ts'
import { chunkSize, input, position } from '../state.ts'

/** Sliders for the chunk size and the received length. */
export function ChunkControls() {
  const { length } = input.value
  // Exponential steps: the difference between 1 and 2 matters, that between 1000 and 1001 does not.
  const steps = Math.max(1, Math.ceil(Math.log2(Math.max(2, length)) * 4))
  const toSize = (step: number): number => Math.max(1, Math.min(length, Math.round(2 ** (step / 4))))
  const size = Math.min(chunkSize.value, length)
  const step = Math.round(Math.log2(Math.max(1, size)) * 4)
  const shown = position.value ?? length
  return (
    <section class="card bench-controls" aria-label={words.controls.title}>
      <Slider
        label={words.controls.size}
        shown={words.controls.characters(formatCount(size), size)}
        max={steps}
        value={step}
        onMove={(to) => (chunkSize.value = nextSize(to))}
      />
      <Slider
        label={words.controls.position}
        shown={words.controls.of(formatCount(shown), formatCount(length))}
        max={length}
        value={shown}
        onMove={(to) => {
          const received = Math.round(to / size) * size
          position.value = received >= length ? undefined : received
        }}
      />
    </section>
  )

  /** Next size that differs from the current one. Several steps may round to the same size. */
  function nextSize(wanted: number): number {
    let to = wanted
    while (to > 0 && to < steps && to !== step && toSize(to) === size) to += to > step ? 1 : -1
    return toSize(to)
  }
}

interface SliderProps {
  label: string
  /** The value in words. */
  shown: string
  max: number
  value: number
  onMove(to: number): void
}

function Slider({ label, shown, max, value, onMove }: SliderProps) {
  return (
    <label class="stack slider">
      <span>
        {label} <span class="number">{shown}</span>
      </span>
      <input
        type="range"
        min={0}
        max={max}
        value={value}
        aria-valuetext={shown}
        onInput={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
    </label>
  )
}
