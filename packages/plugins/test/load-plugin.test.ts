import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadPlugin, loadRule } from '@reason/plugins'
import { afterAll, describe, expect, it } from 'vitest'

/** A plugin as a third party might write it, without a line of ours. */
const plugin = (id: string, made = `{ kind: 'text', id: '${id}', specVersion: 1, capabilities: {}, createSplitter() {} }`): string => `{
  specVersion: 1,
  id: '${id}',
  options: {
    '~standard': {
      version: 1,
      vendor: 'acme',
      validate: (value) => 'wrong' in value ? { issues: [{ message: 'that is wrong' }] } : { value },
    },
  },
  create: (options) => (${made}),
}`

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'reason-plugins-')))
afterAll(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>, home = folder): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
}

const install = (name: string, manifest: object, files: Record<string, string>): void =>
  write({ 'package.json': JSON.stringify({ name, ...manifest }), ...files }, join(folder, 'node_modules', name))

const wire = 'capabilities: {}, createReader() {}, createWriter() {}, readResponse() {}, writeResponse() {}'

const esm = (id: string): string => `export default ${plugin(id)}`

describe('a plugin', () => {
  const files = { 'index.js': esm('esm'), 'index.mjs': esm('esm'), 'index.cjs': `exports.default = ${plugin('cjs')}` }
  const both = { import: './index.mjs', require: './index.cjs' }

  it.each([
    ['has exports', { type: 'module', exports: './index.js' }],
    ['has only a condition for import', { type: 'module', exports: { '.': { types: './x.d.ts', import: './index.js' } } }],
    ['has conditions for both, and is imported', { exports: { '.': both } }],
    ['has them without a path', { exports: both }],
    ['has them inside others', { exports: { '.': { node: { import: { default: './index.mjs' } }, default: './index.cjs' } } }],
    ['has an old main', { type: 'module', main: './index.js' }],
    ['has nothing but an index', { type: 'module' }],
  ])('is of a package that %s', async (what, manifest) => {
    const name = `@acme/${what.replaceAll(/\W/g, '-')}`
    install(name, manifest, files)
    expect(await loadPlugin(name, { folder })).toMatchObject({ kind: 'text', id: 'esm' })
    mkdirSync(join(folder, 'deeper'), { recursive: true })
    expect(await loadPlugin(name, { folder: join(folder, 'deeper') })).toMatchObject({ id: 'esm' })
  })

  it('is of a file below a package, or of one in the folder', async () => {
    install('acme-several', { type: 'module', exports: { './one': './one.js' } }, { 'one.js': esm('one') })
    expect(await loadPlugin('acme-several/one', { folder })).toMatchObject({ id: 'one' })
    write({ 'mine.mjs': esm('mine') })
    for (const name of ['./mine.mjs', join(folder, 'mine.mjs')]) expect(await loadPlugin(name, { folder })).toMatchObject({ id: 'mine' })
  })

  it('gets its options', async () => {
    write({ 'told.mjs': `export default ${plugin('told', `{ kind: "wire", id: options.id, ${wire} }`)}` })
    expect(await loadPlugin('./told.mjs', { folder, options: { id: 'so' } })).toMatchObject({ kind: 'wire', id: 'so' })
    await expect(loadPlugin('./told.mjs', { folder, options: { wrong: 1 } })).rejects.toMatchObject({ code: 'REASON_INVALID_OPTIONS' })
  })
})

describe('what is none', () => {
  it.each([
    [
      'acme-missing',
      `The package acme-missing is not installed in ${folder}. Check the name. If it is an adapter package, install it there.`,
    ],
    ['./missing.js', `There is no file ${join(folder, 'missing.js')}. Check the path, which begins at ${folder}.`],
  ])('%s is not there', async (name, message) => {
    await expect(loadPlugin(name, { folder })).rejects.toMatchObject({ code: 'REASON_ADAPTER_NOT_FOUND', message })
  })

  it('is there once it is installed', async () => {
    await expect(loadPlugin('acme-late', { folder })).rejects.toThrow('acme-late is not installed')
    install('acme-late', { type: 'module', exports: './index.js' }, { 'index.js': esm('late') })
    expect(await loadPlugin('acme-late', { folder })).toMatchObject({ id: 'late' })
  })

  it.each([
    ['needs what is missing', "import 'acme-missing'", /cannot be loaded \(.*acme-missing/],
    ['throws', "throw new Error('not today')", /cannot be loaded \(not today\)\. Install/],
    ['exports something else', 'export const something = 1', /is not a Reason plugin/],
    ['fails to make it', `export default ${plugin('x', 'options.nothing.at')}`, /The plugin of \.\/.* failed \(Cannot read/],
    ['makes nothing', `export default ${plugin('x', 'undefined')}`, /makes neither a text adapter nor a wire format\.$/],
    [
      'makes a rule that admits nothing',
      `export default ${plugin('x', "{ kind: 'rule', id: 'x' }")}`,
      /makes neither a text adapter nor a wire format\.$/,
    ],
    ['makes it later', `export default ${plugin('x', 'Promise.resolve({})')}`, /makes neither a text adapter nor a wire format\.$/],
  ])('is what %s', async (what, text, message) => {
    const file = `${what.replaceAll(' ', '-')}.mjs`
    write({ [file]: text })
    await expect(loadPlugin(`./${file}`, { folder })).rejects.toMatchObject({
      code: 'REASON_INVALID_PLUGIN',
      message: expect.stringMatching(message) as string,
    })
  })

  it.each([
    "{ kind: 'rule', id: 'x' }",
    "{ kind: 'rule', id: 'x', admit: true }",
    "{ kind: 'rule', admit() {} }",
    "{ kind: 'text', id: 'x', admit() {} }",
  ])('makes %s, which is no rule', async (made) => {
    const file = `no-rule-${made.length}.mjs`
    write({ [file]: `export default ${plugin('x', made)}` })
    await expect(loadRule(`./${file}`, { folder })).rejects.toMatchObject({
      code: 'REASON_INVALID_PLUGIN',
      message: `The plugin of ./${file} makes no rule: that has kind "rule", an id and a function admit.`,
    })
  })

  // Each of these would fail a program that runs, at its start or at any request.
  it.each([
    ['passports: [{ model: ["acme-*"] }]', 'has passports[0].models undefined, which must be a list of patterns of names'],
    ['passports: [{ models: "acme-*" }]', 'has passports[0].models "acme-*", which must be a list of patterns of names'],
    ['passports: [{ models: [], flags: { x: "yes" } }]', 'has passports[0].flags.x "yes", which must be a boolean'],
    ['passports: { models: [] }', 'has the passports {"models":[]}, which must be a list'],
    ['passports: [null]', 'has passports[0] null, which must be an object'],
    ['signals: [{ text: "[" }, { text: "" }]', 'has signals[1].text "", which must be a text that is not empty'],
    ['signals: [{ text: "]", before: "thought" }]', 'has signals[0].before "thought", which must be "reasoning" or "answer"'],
    ['capabilities: undefined', 'has the capabilities undefined, which must be an object'],
    ['capabilities: { streaming: "yes" }', 'has capabilities.streaming "yes", which must be a boolean'],
    ['id: undefined', 'has the id undefined, which must be a text'],
    ['createSplitter: undefined', 'has no function createSplitter'],
    ['match: ({ model }) => model.startsWith("acme")', 'throws at match({}): TypeError: Cannot read'],
    ['match: () => true', 'answers match({}) with the verdict undefined, which must be "yes", "no" or "unknown"'],
  ])('makes an adapter with %s', async (data, says) => {
    const file = `data-${data.replaceAll(/\W+/g, '-')}.mjs`
    const made = `{ kind: 'text', id: 'x', specVersion: 1, capabilities: {}, createSplitter() {}, ${data} }`
    write({ [file]: `export default ${plugin('x', made)}` })
    await expect(loadPlugin(`./${file}`, { folder })).rejects.toMatchObject({
      code: 'REASON_INVALID_PLUGIN',
      message: expect.stringContaining(`The result of the plugin of ./${file} ${says}`) as string,
    })
  })

  it.each([
    ['createReader: 1', 'has no function createReader'],
    ['capabilities: undefined', 'has the capabilities undefined, which must be an object'],
    ['dialects: "acme"', 'has the dialects "acme", which must be a list of names'],
    ['endpoint: "/v1"', 'has the endpoint "/v1", which must be an object'],
    ['endpoint: { ...good, base: "v1" }', 'has endpoint.base "v1", which must be empty or begin with a slash'],
    ['endpoint: { base: "" }', 'has no function endpoint.path'],
    [
      'endpoint: { ...good, path: (model) => model }',
      'answers endpoint.path("some-model", true) with "some-model", which must begin with a slash',
    ],
    ['endpoint: { ...good, path: (model) => model.at.all.of }', 'throws at endpoint.path("some-model", true): TypeError: Cannot read'],
    ['endpoint: { ...good, keyHeader: "X-Key" }', 'has the header "X-Key" in its endpoint, which must be a name in lower case'],
    [
      'endpoint: { ...good, headers: { "acme version": "1" } }',
      'has the header "acme version" in its endpoint, which must be a name in lower case',
    ],
    ['endpoint: { ...good, headers: { acme: 1 } }', 'has endpoint.headers {"acme":1}, which must be an object of texts'],
    ['endpoint: { ...good, passes: "acme" }', 'has endpoint.passes "acme", which must be a list of names of headers'],
    ['endpoint: { ...good, passes: [7] }', 'has the header 7 in its endpoint, which must be a name in lower case'],
    ['endpoint: { ...good, embeddings: "vectors" }', 'has endpoint.embeddings "vectors", which must begin with a slash'],
    ['endpoint: { ...good, framing: "json" }', 'has endpoint.framing "json", which must be one of: sse, ndjson, aws-eventstream'],
    ['endpoint: { ...good, choices: "one" }', 'has endpoint.choices "one", which must be a boolean'],
    ['endpoint: { ...good, models: { path: "models" } }', 'has endpoint.models.path "models", which must begin with a slash'],
    ['endpoint: { ...good, models: { path: "/models", list: 1 } }', 'has endpoint.models.list 1, which must be a string'],
  ])('makes a wire format with %s', async (data, says) => {
    const file = `wire-${data.replaceAll(/\W+/g, '-')}.mjs`
    const made = `{ kind: 'wire', id: 'x', specVersion: 1, ${wire}, ${data} }`
    write({ [file]: `const good = { base: '/v1', path: () => '/chat' }\nexport default ${plugin('x', made)}` })
    await expect(loadPlugin(`./${file}`, { folder })).rejects.toMatchObject({
      code: 'REASON_INVALID_PLUGIN',
      message: expect.stringContaining(`The result of the plugin of ./${file} ${says}`) as string,
    })
  })

  it('is a package whose file is missing, or that shows nothing', async () => {
    install('acme-half', { main: './lib/index.js' }, {})
    await expect(loadPlugin('acme-half', { folder })).rejects.toMatchObject({ code: 'REASON_INVALID_PLUGIN' })
    install('acme-closed', { exports: { './other': './other.js' } }, {})
    await expect(loadPlugin('acme-closed', { folder })).rejects.toThrow(/acme-closed cannot be loaded \(No "exports" main defined/)
  })

  it('was made for other contracts', async () => {
    write({ 'newer.mjs': esm('newer').replace('specVersion: 1', 'specVersion: 2') })
    await expect(loadPlugin('./newer.mjs', { folder })).rejects.toMatchObject({ code: 'REASON_SPEC_VERSION' })
  })
})
