import './shell.css'
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { loadSession } from '../api/session.ts'
import { Problem } from '../ui/problem.tsx'
import { words } from '../words/en/shell.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Header } from './header.tsx'
import { Help } from './help.tsx'
import { PageHost } from './page-host.tsx'
import { route } from '../navigation/route.ts'

/** Error of the initial request for the session. */
const problem = signal<unknown>(undefined)

function begin(): void {
  problem.value = undefined
  loadSession().catch((error: unknown) => (problem.value = error))
}

export function Shell() {
  useEffect(begin, [])
  const main = useRef<HTMLElement>(null)
  const { page, path, query } = route.value
  const isFirst = useRef(true)

  useEffect(() => {
    document.title = `${words.pages[page]} · ${words.product}`
    // After navigation, screen readers continue at the new page.
    if (!isFirst.current) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [page])

  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {words.skip}
      </a>
      <Header current={page} />
      <main id="main" ref={main} tabIndex={-1} data-page={page}>
        {problem.value === undefined ? (
          <PageHost key={page} page={page} path={path} query={query} />
        ) : (
          <Problem title={words.noGateway} error={problem.value} action={{ label: words.retry, act: begin }} />
        )}
      </main>
      <Help />
      <Announcer />
    </>
  )

  // The address belongs to the router, so a plain link to an anchor does not work.
  function skip(event: Event): void {
    event.preventDefault()
    main.current?.focus()
  }
}
