import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { readExamples, root } from './examples.ts'

/** The package that a module is of. */
const packageOf = (module: string): string => module.split('/', module.startsWith('@') ? 2 : 1).join('/')

const files = [...new Set(readExamples().map(({ file }) => file))].filter((file) => /^(README|packages\/[^/]+\/README)\.md$/.test(file))

describe('what examples import is what the page says to install', () => {
  it('of many pages', () => expect(files.length).toBeGreaterThan(15))

  it.each(files)('%s', (file) => {
    const commands = readFileSync(join(root, file), 'utf8').matchAll(/^npm (?:i|install) ([^#\n]*)/gm)
    const installed = [...commands].flatMap(([, words]) => words!.split(' '))
    const imported = readExamples()
      .filter((example) => example.file === file)
      .flatMap(({ code }) => [...code.matchAll(/^import .*?'([^'.]+)'$|^} from '([^'.]+)'$/gm)].map(([, one, other]) => one ?? other!))
      .filter((module) => !module.startsWith('node:') && !builtinModules.includes(module))
    expect(imported.map(packageOf).filter((name) => !installed.includes(name))).toEqual([])
  })
})
