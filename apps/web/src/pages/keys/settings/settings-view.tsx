import './settings.css'
import type { SettingView, PublicSettings } from '@reason/gateway-api'
import { useState } from 'preact/hooks'
import { Loading } from '../../../ui/loading.tsx'
import { formatWholeTime } from '../../../ui/times.ts'
import { words } from '../../../words/en/keys.ts'
import { loadSettings } from '../api/settings.ts'
import { useLoaded } from '../use-loaded.tsx'
import { Value } from './value.tsx'

/** The effective configuration, with the source of each value. Read-only. */
export function SettingsView() {
  const { value, failure } = useLoaded(loadSettings)
  if (value === undefined) return failure ?? <Loading />
  return <Shown settings={value} />
}

function Shown({ settings: { hash, since, file, settings, policies } }: { settings: PublicSettings }) {
  const [wanted, setWanted] = useState('')
  const [onlySet, setOnlySet] = useState(false)
  const needle = wanted.trim().toLowerCase()
  const found = settings.filter(
    (one) => (!onlySet || one.from !== 'default') && `${one.place} ${one.flag} ${one.variable} ${one.about}`.toLowerCase().includes(needle),
  )
  const foundPolicies = policies.filter(({ key, isSet }) => (!onlySet || isSet) && key.toLowerCase().includes(needle))
  const groups = Object.entries(Object.groupBy(found, ({ group, place }) => (group === place ? '' : group))) as [string, SettingView[]][]
  return (
    <>
      <p class="soft">
        {words.settings.intro} {file === null ? words.settings.noFile : words.settings.file(file)}{' '}
        {words.settings.hash(hash, formatWholeTime(since))}
      </p>
      <div class="row end">
        <label class="field grow">
          <span>{words.settings.filter}</span>
          <input class="input" type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
        <label class="check">
          <input type="checkbox" checked={onlySet} onChange={({ currentTarget }) => setOnlySet(currentTarget.checked)} />{' '}
          {words.settings.onlySet}
        </label>
      </div>
      {found.length === 0 && foundPolicies.length === 0 && <p class="state">{words.settings.nothing}</p>}
      {groups.map(([group, list]) => (
        <section key={group} class="card settings-group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{group === '' ? words.settings.general : group}</h2>
          <dl>
            {list.map((setting) => (
              <Row key={setting.flag} setting={setting} />
            ))}
          </dl>
        </section>
      ))}
      {foundPolicies.length > 0 && (
        <section class="card settings-group" aria-labelledby="group-policies">
          <h2 id="group-policies">{words.settings.policies}</h2>
          <p class="soft small">{words.settings.policiesWhy}</p>
          <dl>
            {foundPolicies.map(({ key, value, default: standard, isSet }) => (
              <div key={key} class={isSet ? 'setting is-set' : 'setting'}>
                <dt>
                  <code>{key}</code>
                </dt>
                <dd>
                  <Value value={value} standard={standard} isSet={isSet} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function Row({ setting }: { setting: SettingView }) {
  const { place, flag, variable, about, value, default: standard, from, source, secret, needsRestart } = setting
  const isSet = from !== 'default'
  return (
    <div class={isSet ? 'setting is-set' : 'setting'}>
      <dt>
        <code title={`${flag} · ${variable}`}>{place}</code>
        <p class="small soft">{about}</p>
      </dt>
      <dd>
        <Value value={value} standard={standard} isSet={isSet} />
        <p class="small">
          <span class={`badge ${isSet ? 'good' : ''}`}>{words.settings.froms[from]}</span> {source !== null && <code>{source}</code>}{' '}
          {needsRestart && isSet && <span class="badge">{words.settings.restart}</span>}
        </p>
        {secret !== null && <p class="small">{words.settings.secret(secret)}</p>}
      </dd>
    </div>
  )
}
