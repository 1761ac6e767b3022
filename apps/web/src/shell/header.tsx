import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../api/api-call-error.ts'
import { session, signOut } from '../api/session.ts'
import { words } from '../words/en/shell.ts'
import { openHelp } from '../navigation/help-dialog.ts'
import { forAdministrators, pageNames, type PageName } from '../navigation/page-names.ts'
import { hrefOf } from '../navigation/route.ts'
import { ThemeButton } from './theme-button.tsx'

export function Header({ current }: { current: PageName }) {
  const nav = useRef<HTMLElement>(null)
  const [problem, setProblem] = useState<string>()
  // Scrolls the current page's link into view, because a phone has no room for all links.
  useEffect(() => nav.current!.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current])
  return (
    <header class="header">
      <a class="brand" href={hrefOf('playground')}>
        <span class="brand-mark" aria-hidden="true" />
        {words.product}
      </a>
      <nav ref={nav} aria-label={words.navigation}>
        <ul>
          {shownPages().map((name) => (
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
          <button type="button" class="button quiet" title={words.signIn.out} onClick={leave}>
            <span class="header-who">{session.value.key.name} </span>
            {words.signIn.out}
          </button>
        )}
        <ThemeButton />
        <button type="button" class="button quiet" onClick={openHelp} aria-keyshortcuts="?" title={words.help.title}>
          ?<span class="unseen"> {words.help.title}</span>
        </button>
      </div>
      {problem !== undefined && (
        <p class="header-problem notice bad small" role="alert">
          <strong>{words.signIn.stillIn}</strong> {problem}
        </p>
      )}
    </header>
  )

  function leave(): void {
    setProblem(undefined)
    signOut().catch((error: unknown) => setProblem(messageOf(error)))
  }
}

/** Pages in the navigation. A key without administrator rights sees only the others. Without a key all are shown, and ask to sign in. */
function shownPages(): readonly PageName[] {
  const who = session.value
  return who?.key != null && !who.administrator ? pageNames.filter((name) => !forAdministrators.has(name)) : pageNames
}
