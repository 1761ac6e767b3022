import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './examples.ts'

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const paths = Array.from(page.matchAll(/`((?:apps|packages|tooling)\/[^`*]+)`/g), ([, path]) => path!)

it('shows the way of a request through files', () => expect(paths.length).toBeGreaterThan(20))

it.each([...new Set(paths)])('names %s, which is there', (path) => expect(existsSync(join(root, path))).toBe(true))
