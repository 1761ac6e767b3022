import { describe, expect, it } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { readExamples, root } from './examples.ts'

/** The package that a module is of. */
const packageOf = (module: string): string => module.split('/', module.startsWith('@') ? 2 : 1).join('/')

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** A name as it is, and the package in a folder of a checkout: `../reason/packages/core`. */
function nameOf(word: string): string {
  const [, folder] = /^\.\.\/reason\/(.+)$/.exec(word) ?? []
  return folder !== undefined && existsSync(join(root, folder, 'package.json')) ? manifestOf(folder).name : word
}

/** A file that a page puts into a package of the checkout imports that package, and what it depends on. */
function savedIn(page: string): string[] {
  return [...page.matchAll(/[Ss]ave this as `([\w/-]+)\/[\w-]+\.ts`/g)].flatMap(([, folder]) => {
    const { name, dependencies, devDependencies } = manifestOf(folder!)
    return [name, ...Object.keys({ ...dependencies, ...devDependencies })]
  })
}

const files = [...new Set(readExamples().map(({ file }) => file))].filter((file) => /^(README|packages\/[^/]+\/README)\.md$/.test(file))

describe('what examples import is what the page says to install', () => {
  it('of many pages', () => expect(files.length).toBeGreaterThan(15))

  it.each(files)('%s', (file) => {
    const page = readFileSync(join(root, file), 'utf8')
    const commands = page.matchAll(/^npm (?:i|install) ([^#\n]*)/gm)
    const installed = [...[...commands].flatMap(([, words]) => words!.split(' ').map(nameOf)), ...savedIn(page)]
    const imported = readExamples()
      .filter((example) => example.file === file)
      .flatMap(({ code }) => [...code.matchAll(/^import .*?'([^'.]+)'$|^} from '([^'.]+)'$/gm)].map(([, one, other]) => one ?? other!))
      .filter((module) => !module.startsWith('node:') && !builtinModules.includes(module))
    expect(imported.map(packageOf).filter((name) => !installed.includes(name))).toEqual([])
  })
})
