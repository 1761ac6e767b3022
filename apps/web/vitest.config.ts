import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isWhole, sample } from '@reason/testkit/sampling'
import { project } from '@reason/testkit/vitest'
import { configDefaults } from 'vitest/config'

const built = fileURLToPath(new URL('test/kit/built.ts', import.meta.url))

// Each of these starts a browser and gateways: whole files take turns.
const inBrowser = globSync('test/*.browser.test.ts', { cwd: import.meta.dirname }).toSorted()
const taken = sample(inBrowser, 6, isWhole('web'))

export default project('web', {
  globalSetup: [built],
  exclude: [...configDefaults.exclude, ...inBrowser.filter((file) => !taken.includes(file))],
})
