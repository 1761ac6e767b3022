import { Component, type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { session } from '../api/session.ts'
import { Loading } from '../ui/loading.tsx'
import { Problem } from '../ui/problem.tsx'
import { words } from '../words/en/shell.ts'
import { SignIn } from './sign-in.tsx'
import { forAdministrators, type PageComponent, type PageName, type PageProps } from '../navigation/page-names.ts'
import { loadPage } from './load-page.ts'

interface Props extends PageProps {
  page: PageName
}

type Loaded = { page: PageComponent } | { error: unknown } | undefined

/** Shows a page, its loading state, or its error. */
export function PageHost({ page, path, query }: Props) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    loadPage[page]().then(
      (module) => isCurrent && setLoaded({ page: module.default }),
      (error: unknown) => isCurrent && setLoaded({ error }),
    )
    return () => (isCurrent = false)
  }, [page, attempt])

  const who = session.value
  if (who?.required === true && !who.signedIn) return <SignIn />
  if (who !== undefined && !who.administrator && forAdministrators.has(page)) return <SignIn key={page} forAdministrators />
  if (loaded === undefined || who === undefined) return <Loading />
  if ('error' in loaded) {
    // Browsers cache the failure of a module. Only a reload requests it again.
    return (
      <Problem title={words.pageNotLoaded} error={words.pageNotLoadedWhy} action={{ label: words.reload, act: () => location.reload() }} />
    )
  }
  const Shown = loaded.page
  return (
    <ErrorBoundary key={attempt} onRetry={() => setAttempt(attempt + 1)}>
      <Shown path={path} query={query} />
    </ErrorBoundary>
  )
}

/** Error boundary: other pages and the navigation keep working. */
class ErrorBoundary extends Component<{ children: ComponentChildren; onRetry: () => void }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static override getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('?') }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Problem title={words.pageBroke} error={error} action={{ label: words.openAgain, act: this.props.onRetry }} />
  }
}
