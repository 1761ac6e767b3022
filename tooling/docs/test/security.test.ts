import { existsSync, readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './examples.ts'
import { runtimeDependencies } from './runtime-dependencies.ts'

const text = (file: string): string => readFileSync(join(root, file), 'utf8')
const review = text('docs/explanations/security.md')
const page = text('docs/reference/security-promises.md')

describe('the security review', () => {
  const files = [...new Set([...`${review}${page}`.matchAll(/`((?:apps|packages|tooling|deploy)\/[^`]+)`/g)].map(([, path]) => path!))]

  it.each(files)('names %s, which is there', (path) => expect(existsSync(join(root, path))).toBe(true))

  const section = /^## Limits\n(.*)/ms.exec(page)![1]!
  const limits = [...section.matchAll(/^\| .* \| `([\d_]+)` +\| `(\w+)` +\| `?([^`|]+?)`? +\|$/gm)].map(([, limit, name, file]) => ({
    limit: Number(limit!.replaceAll('_', '')),
    name: name!,
    file: file!,
  }))

  it('has limits', () => expect(limits.length).toBeGreaterThan(12))

  it.each(limits)('says $limit of $name, as $file has it', ({ limit, name, file }) => {
    expect(limit).toBe(valueOf(name, file))
  })

  it('names every licence of what is installed beside our packages', () => {
    const dependencies = runtimeDependencies()
    expect(dependencies.length).toBeGreaterThan(50)
    const named = /over all of our packages together \(([^)]*)\)/
      .exec(review)![1]!
      .split(/,\s+/)
      .map((one) => one.split(' ')[0])
    expect(dependencies.filter(({ license }) => !named.includes(license)).map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})

function valueOf(name: string, file: string): number | undefined {
  if (name === 'maxHeaderSize') return maxHeaderSize
  if (file.endsWith('.json'))
    return (JSON.parse(text(file)) as { properties: Record<string, { default: number }> }).properties[name]?.default
  const [, value] = new RegExp(`^(?:export )?const ${name} = ([\\d_]+)$`, 'm').exec(text(file)) ?? []
  return value === undefined ? undefined : Number(value.replaceAll('_', ''))
}
