import './keys.css'
import type { PageProps } from '../../navigation/page-names.ts'
import { hrefOf } from '../../navigation/route.ts'
import { words } from '../../words/en/keys.ts'
import { KeysList } from './list/keys-list.tsx'
import { SettingsView } from './settings/settings-view.tsx'

const parts = ['keys', 'settings'] as const

export default function KeysPage({ path }: PageProps) {
  const part = parts.find((one) => one === path[0]) ?? 'keys'
  return (
    <div class="stack page keys-page">
      <div class="row">
        <h1>{words.title}</h1>
        <nav class="parts" aria-label={words.title}>
          {parts.map((one) => (
            <a
              key={one}
              class="button small"
              href={hrefOf('keys', one === 'keys' ? [] : [one])}
              {...(one === part && { 'aria-current': 'page' as const })}
            >
              {words.parts[one]}
            </a>
          ))}
        </nav>
      </div>
      {part === 'keys' ? <KeysList /> : <SettingsView />}
    </div>
  )
}
