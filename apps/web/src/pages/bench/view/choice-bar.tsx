import { words } from '../../../words/en/bench.ts'
import { adapters, familyNames, type BenchChoice } from '../run/choice.ts'

/** Controls for a `Choice`: adapter, family and start. */
export function ChoiceBar({ choice, onChange }: { choice: BenchChoice; onChange(change: Partial<BenchChoice>): void }) {
  return (
    <div class="row end choice-bar">
      <label class="field">
        <span>{words.choice.adapter}</span>
        <select class="select" value={choice.adapter} onChange={({ currentTarget }) => onChange({ adapter: currentTarget.value })}>
          <option value="">{words.choice.asKnown}</option>
          {adapters.map((name) => (
            <option key={name} value={name}>
              {words.choice.adapters[name]}
            </option>
          ))}
        </select>
      </label>
      {(choice.adapter === 'think-tags' || choice.family !== '') && (
        <label class="field">
          <span>{words.choice.family}</span>
          <select class="select" value={choice.family} onChange={({ currentTarget }) => onChange({ family: currentTarget.value })}>
            <option value="">{words.choice.usual}</option>
            {familyNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>{words.choice.start}</span>
        <select
          class="select"
          value={choice.start}
          onChange={({ currentTarget }) => onChange({ start: currentTarget.value as BenchChoice['start'] })}
        >
          {(['', 'reasoning', 'answer', 'unknown'] as const).map((start) => (
            <option key={start} value={start}>
              {words.choice.starts[start]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
