import { words } from '../../../words/en/bench.ts'
import { wireNames } from '../run/recording.ts'
import { choices, kind, model } from '../state.ts'

/** Options for the text: model, format and comparison. */
export function Options() {
  const isCompared = choices.value.length > 1
  return (
    <section class="card bench-options" aria-label={words.options.title}>
      <label class="field">
        <span>{words.options.model}</span>
        <input
          class="input"
          value={model.value}
          placeholder={words.options.modelUnknown}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => (model.value = currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{words.options.kind}</span>
        <select class="select" value={kind.value} onChange={({ currentTarget }) => (kind.value = currentTarget.value)}>
          <option value="">{words.options.kindSeen}</option>
          <option value="text">{words.options.kindText}</option>
          {wireNames.map((name) => (
            <option key={name} value={name}>
              {words.options.kindRecording(name)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="button" aria-pressed={isCompared} onClick={toggle}>
        {words.options.compare}
      </button>
      <p class="small soft">{words.options.local}</p>
    </section>
  )

  function toggle(): void {
    const [first] = choices.value
    choices.value = isCompared ? [first!] : [first!, { adapter: 'plain', family: '', start: '' }]
  }
}
