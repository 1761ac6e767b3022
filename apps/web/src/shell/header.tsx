import { session, signOut } from '../api/session.ts'
import { words } from '../words/en/shell.ts'
import { openHelp } from './help-dialog.ts'
import { pageNames, type PageName } from './pages.ts'
import { hrefOf } from './route.ts'
import { theme, themes } from './theme.ts'

export function Header({ current }: { current: PageName }) {
  return (
    <header class="header">
      <a class="brand" href={hrefOf('playground')}>
        <span class="brand-mark" aria-hidden="true" />
        {words.product}
      </a>
      <nav aria-label={words.navigation}>
        <ul>
          {pageNames.map((name) => (
            <li key={name}>
              <a href={hrefOf(name)} {...(name === current && { 'aria-current': 'page' as const })}>
                {words.pages[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="header-tools">
        {session.value?.key != null && (
          <button type="button" class="button quiet" title={words.signIn.out} onClick={() => void signOut()}>
            {session.value.key.name}
            <span class="unseen"> {words.signIn.out}</span>
            <span aria-hidden="true"> ⏻</span>
          </button>
        )}
        <button type="button" class="button quiet" onClick={nextTheme} title={words.theme.hint}>
          {words.theme[theme.value]}
        </button>
        <button type="button" class="button quiet" onClick={openHelp} aria-keyshortcuts="?" title={words.help.title}>
          ?<span class="unseen"> {words.help.title}</span>
        </button>
      </div>
    </header>
  )
}

function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length]!
}
