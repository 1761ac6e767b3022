import type { Page, PageName } from '../navigation/page-names.ts'

/** Each is loaded when it is opened first, with its styles and words. */
export const loadPage: Readonly<Record<PageName, () => Promise<{ default: Page }>>> = {
  playground: () => import('../pages/playground/playground-page.tsx'),
  bench: () => import('../pages/bench/bench-page.tsx'),
  traces: () => import('../pages/traces/traces-page.tsx'),
  dashboard: () => import('../pages/dashboard/dashboard-page.tsx'),
  keys: () => import('../pages/keys/keys-page.tsx'),
}
