import type { PageComponent, PageName } from '../navigation/page-names.ts'

/** Loads a page with its styles and texts, at its first use. */
export const loadPage: Readonly<Record<PageName, () => Promise<{ default: PageComponent }>>> = {
  playground: () => import('../pages/playground/playground-page.tsx'),
  bench: () => import('../pages/bench/bench-page.tsx'),
  traces: () => import('../pages/traces/traces-page.tsx'),
  dashboard: () => import('../pages/dashboard/dashboard-page.tsx'),
  keys: () => import('../pages/keys/keys-page.tsx'),
}
