import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeyFile } from '../src/key-file.ts'
import { makeFolder } from '../src/make-folder.ts'

test('a folder is made with those above it, for its owner alone, once', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'reason-')), 'a', 'b')
  for (let times = 0; times < 2; times++) makeFolder(path, 0o700)
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o700, 0o700])
})

test('a file in its place is an error', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'reason-')), 'f')
  writeFileSync(file, '')
  expect(() => makeFolder(file, 0o700)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'x'), 0o700)).toThrow()
})

test.runIf(existsSync('/proc/self'))('a file system without new folders is an error, and nothing waits forever', async () => {
  expect(() => makeFolder('/proc/reason/x', 0o700)).toThrow('ENOENT')
  await expect(openKeyFile('/proc/reason/x/keys.json').create({ name: 'k' })).rejects.toThrow('ENOENT')
})
