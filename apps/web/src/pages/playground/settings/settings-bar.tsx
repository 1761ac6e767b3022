import { useRef } from 'preact/hooks'
import { session } from '../../../api/session.ts'
import { Problem } from '../../../ui/problem.tsx'
import { useClosing } from '../../../ui/use-closing.ts'
import { asOptions, Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/playground.ts'
import { turns } from '../conversation.ts'
import { ModelSelect } from './model-select.tsx'
import { anotherThan, loadModels, models } from './models.ts'
import { change, efforts, settings, type PlaygroundSettings } from './settings.ts'

/** Settings of the next requests. */
export function SettingsBar({ onClear }: { onClear(): void }) {
  const { model, other, effort, budget } = settings.value
  const all = models.value
  const more = useRef<HTMLDetailsElement>(null)
  useClosing(more)
  return (
    <section class="settings" aria-label={words.settings.title}>
      {all.state === 'failed' && (
        <Problem title={words.modelsFailed} error={all.error} action={{ label: words.retry, act: () => void loadModels() }} />
      )}
      {all.state === 'known' && all.missing.length > 0 && (
        <p class="notice warn small" role="status">
          {words.settings.modelsMissing(all.missing.join(', '))}{' '}
          <button type="button" class="button small" onClick={() => void loadModels()}>
            {words.retry}
          </button>
        </p>
      )}
      <div class="row end">
        <ModelSelect
          label={other === undefined ? words.settings.model : words.settings.firstModel}
          value={model}
          onChange={(id) => change({ model: id })}
        />
        {other !== undefined && <ModelSelect label={words.settings.otherModel} value={other} onChange={(id) => change({ other: id })} />}
        <button type="button" class="button" aria-pressed={other !== undefined} title={words.settings.compareHint} onClick={toggleCompare}>
          {words.settings.compare}
        </button>
        <Select
          label={words.settings.effort}
          value={effort}
          options={{ '': words.settings.asProvider, ...asOptions(efforts) }}
          onChange={(value) => change({ effort: value })}
        />
        <Text name="budget" value={budget} hint={words.settings.budgetHint} keys="numeric" />
        <TraceSwitch />
        <details class="drop more" ref={more}>
          <summary class="button quiet">{words.settings.more}</summary>
          <div class="drop-box more-box card">
            <div class="row end">
              <Text name="maxTokens" value={settings.value.maxTokens} keys="numeric" />
              <Text name="temperature" value={settings.value.temperature} keys="decimal" />
              <Select
                label={words.settings.visibility}
                value={settings.value.visibility}
                options={{ '': words.settings.allAllowed, ...words.settings.visibilities }}
                onChange={(visibility) => change({ visibility })}
              />
              <Text name="session" value={settings.value.session} hint={words.settings.sessionHint} />
            </div>
            <Area name="system" value={settings.value.system} rows={2} />
            <Area name="tools" value={settings.value.tools} rows={4} placeholder={words.settings.toolsExample} />
          </div>
        </details>
        {turns.value.length > 0 && (
          <button type="button" class="button quiet settings-clear" onClick={onClear}>
            {words.composer.clear}
          </button>
        )}
      </div>
    </section>
  )
}

/**
 * Switch for storing traces. Off by default, and fixed if the gateway requires traces or stores none. Without a session yet, it assumes that traces are
 * optional.
 */
function TraceSwitch() {
  const traces = session.value?.traces ?? 'optional'
  const isFixed = traces !== 'optional'
  return (
    <label class="trace-switch" title={words.settings.keepTraceHints[traces]}>
      <input
        type="checkbox"
        checked={isFixed ? traces === 'required' : settings.value.keepsTrace}
        disabled={isFixed}
        onChange={({ currentTarget }) => change({ keepsTrace: currentTarget.checked })}
      />{' '}
      {words.settings.keepTrace}
    </label>
  )
}

type Name = 'budget' | 'maxTokens' | 'temperature' | 'session' | 'system' | 'tools'

interface TextProps {
  name: Name
  value: string
  hint?: string
  /** Type of keyboard on phones. */
  keys?: 'text' | 'numeric' | 'decimal'
}

function Text({ name, value, hint, keys = 'text' }: TextProps) {
  return (
    <label class="field" title={hint}>
      <span>{words.settings[name]}</span>
      <input
        class={keys === 'text' ? 'input' : 'input short'}
        value={value}
        inputMode={keys}
        placeholder={words.settings.asProvider}
        autocomplete="off"
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value } as Partial<PlaygroundSettings>)}
      />
    </label>
  )
}

function Area({ name, value, rows, placeholder = '' }: { name: Name; value: string; rows: number; placeholder?: string }) {
  return (
    <label class="field">
      <span>{words.settings[name]}</span>
      <textarea
        class="textarea small"
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value } as Partial<PlaygroundSettings>)}
      />
    </label>
  )
}

function toggleCompare(): void {
  const { model, other } = settings.value
  change({ other: other === undefined ? anotherThan(model) : undefined })
}
