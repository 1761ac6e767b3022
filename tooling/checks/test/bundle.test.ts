import { expect, test } from 'vitest'
import { bundle } from '../bundle.ts'
import { plant } from './planted.ts'

const bundleOf = (text: string) => {
  const folder = plant({ 'main.ts': text })
  return bundle({ absWorkingDir: folder, entryPoints: ['main.ts'] })
}

test('bundles TypeScript', async () => {
  expect(await bundleOf(`export const one: number = 1`)).toContain('as one')
})

test.each(['node:fs', 'fs', 'node:buffer', 'no-such-package'])('refuses an import of %s', async (specifier) => {
  await expect(bundleOf(`import * as x from '${specifier}'\nconsole.log(x)`)).rejects.toThrow(specifier)
})
