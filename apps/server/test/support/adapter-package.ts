import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

interface Plugin {
  id?: string
  /** Model patterns in the plugin's passport. */
  models?: string[]
}

/**
 * Source of a third-party plugin, which uses none of our code. It splits `(reasoning) answer`, and holds no text back. The option `open`
 * replaces the opening parenthesis.
 */
export const pluginText = ({ id = 'acme', models = [] }: Plugin = {}): string => `
const known = ['open']
const options = {
  '~standard': {
    version: 1,
    vendor: 'acme',
    validate: (value) => Object.keys(value).every((key) => known.includes(key))
      ? { value: { open: '(', ...value } }
      : { issues: [{ message: 'only "open" is an option' }] },
  },
}

function createSplitter(open) {
  let block = -1
  let channel
  const end = (boundary) => channel === undefined ? [] : [{ type: 'block-end', block, channel, boundary }]
  function* read(text) {
    for (const character of text) {
      const isMarkup = character === open || character === ')'
      const next = character === open ? 'reasoning' : character === ')' || channel === undefined ? 'answer' : channel
      if (isMarkup) {
        yield* end('closer')
        channel = undefined
        yield { type: 'markup', of: 'delimiter', text: character }
      }
      if (channel === undefined && !(isMarkup && next === 'answer')) {
        channel = next
        yield { type: 'block-start', block: ++block, channel }
      }
      if (!isMarkup) yield { type: 'delta', block, channel, text: character }
    }
  }
  return { push: (text) => [...read(text)], end: () => end('end-of-stream') }
}

export default {
  specVersion: 1,
  id: '${id}',
  options,
  create: ({ open }) => ({
    kind: 'text',
    id: '${id}',
    specVersion: 1,
    capabilities: { streaming: true, multipleReasoningBlocks: true, conservation: true, monotone: true, boundedHold: true },
    passports: [{ models: ${JSON.stringify(models)}, flags: { '${id}': true }, source: 'its own word' }],
    createSplitter: () => createSplitter(open),
  }),
}
`

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-adapters-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  return folder
}

/** Installs a package with this source in a folder, as `npm i` does. */
export function install(folder: string, name: string, text: string): void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(dirname(home), { recursive: true })
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }))
  writeFileSync(join(home, 'index.js'), text)
}
