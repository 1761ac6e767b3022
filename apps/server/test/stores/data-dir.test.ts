import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inDataDir } from '../../src/stores/data-dir.ts'

test.runIf(existsSync('/proc/self'))('a data folder that cannot be created is an error that names it', () => {
  expect(() => inDataDir('/proc/reason/x', 'traces.db')).toThrow(/The data folder \/proc\/reason\/x cannot be created \(.*--data-dir/)
})
