import { defineConfig } from 'vitepress'
import { githubLinks, slugOf } from './links.ts'
import { sidebar } from './sidebar.ts'

/**
 * The site of this folder. It needs no network: search runs in the browser, fonts are those of the system, and dead links fail the build.
 * The decision records in `adr/` are part of it, as pages link to them.
 */
export default defineConfig({
  title: 'Reason',
  description: 'Splits the output of language models into reasoning, commentary, answer and tool calls.',
  lang: 'en',
  base: process.env['DOCS_BASE'] ?? '/',
  srcExclude: ['node_modules/**'],
  // The build checks links, and says nothing of them if they are right.
  ignoreDeadLinks: false,
  metaChunk: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config: (md) => md.use(githubLinks),
  },
  themeConfig: {
    search: { provider: 'local', options: { detailedView: true } },
    nav: [
      { text: 'Tutorials', link: '/tutorials/split-a-stream', activeMatch: '/tutorials/' },
      { text: 'How-to guides', link: '/how-to/', activeMatch: '/how-to/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Explanations', link: '/explanations/how-it-works', activeMatch: '/explanations/' },
    ],
    sidebar,
    outline: [2, 3],
    externalLinkIcon: true,
    docFooter: { prev: 'Previous page', next: 'Next page' },
  },
})
