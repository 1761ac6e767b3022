import './shell.css'
import { useEffect, useRef } from 'preact/hooks'
import { words } from '../words/en/shell.ts'
import { Announcer } from './announcer.tsx'
import { Header } from './header.tsx'
import { Help } from './help.tsx'
import { PageHost } from './page-host.tsx'
import { route } from './route.ts'

export function Shell() {
  const main = useRef<HTMLElement>(null)
  const { page, path, query } = route.value
  const isFirst = useRef(true)

  useEffect(() => {
    document.title = `${words.pages[page]} · ${words.product}`
    // Who follows a link with a screen reader lands on what it opened.
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
        <PageHost key={page} page={page} path={path} query={query} />
      </main>
      <Help />
      <Announcer />
    </>
  )

  // The address is the router's.
  function skip(event: Event): void {
    event.preventDefault()
    main.current?.focus()
  }
}
