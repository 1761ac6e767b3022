import { asOptions, Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/bench.ts'
import { familyNames, type BenchChoice } from '../run/choice.ts'

/** Controls for a `Choice`: adapter, family and start. */
export function ChoiceBar({ choice, onChange }: { choice: BenchChoice; onChange(change: Partial<BenchChoice>): void }) {
  return (
    <div class="row end choice-bar">
      <Select
        label={words.choice.adapter}
        value={choice.adapter}
        options={{ '': words.choice.asKnown, ...words.choice.adapters }}
        onChange={(adapter) => onChange({ adapter })}
      />
      {(choice.adapter === 'think-tags' || choice.family !== '') && (
        <Select
          label={words.choice.family}
          value={choice.family}
          options={{ '': words.choice.usual, ...asOptions(familyNames) }}
          onChange={(family) => onChange({ family })}
        />
      )}
      <Select label={words.choice.start} value={choice.start} options={words.choice.starts} onChange={(start) => onChange({ start })} />
    </div>
  )
}
