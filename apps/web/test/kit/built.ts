import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Before the tests: the gateway serves what was built, so that has to be what the sources say. */
export default async function setup(): Promise<void> {
  const sources = globSync(['src/**/*', 'index.html', 'vite.config.ts'], { cwd: root })
  const built = timeOf('dist/index.html')
  if (built > Math.max(...sources.map(timeOf))) return
  await build({ root, configFile: `${root}/vite.config.ts` })
}

/** 0: it is not there. */
const timeOf = (path: string): number => statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
