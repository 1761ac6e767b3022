import { expect, test } from 'vitest'
import { checkLayers } from '../layers.ts'
import { packageOf, plant } from './planted.ts'

const core = packageOf('packages/core', '@reason/core', 'core', {}, { 'src/index.ts': `export const one = 1` })
const onCore = { dependencies: { '@reason/core': 'workspace:^' } }
const kit = packageOf('packages/conformance', '@reason/conformance', 'kit', onCore)

/** Repositories without faults. */
const sound: Record<string, Record<string, string | object>> = {
  'an adapter on core, tested with the kit': {
    ...core,
    ...kit,
    ...packageOf(
      'packages/tags',
      '@reason/tags',
      'adapter',
      { ...onCore, devDependencies: { '@reason/conformance': 'workspace:^' } },
      { 'src/index.ts': `export * from '@reason/core'`, 'test/a.test.ts': `import '@reason/conformance/vitest'\nimport 'node:fs'` },
    ),
  },
  'an app on an adapter and on Node': {
    ...core,
    ...packageOf('packages/tags', '@reason/tags', 'adapter', onCore),
    ...packageOf(
      'apps/cli',
      '@reason/cli',
      'app',
      { dependencies: { '@reason/tags': 'workspace:^' } },
      { 'src/main.ts': `import '@reason/tags'; import { readFileSync } from 'node:fs'` },
    ),
  },
  'pages with an adapter in their bundle, in an app': {
    ...core,
    ...packageOf('packages/tags', '@reason/tags', 'adapter', onCore),
    ...packageOf(
      'apps/web',
      '@reason/web',
      'pages',
      { devDependencies: { '@reason/tags': 'workspace:^' } },
      { 'src/main.tsx': `import '@reason/tags'` },
    ),
    ...packageOf('apps/server', '@reason/server', 'app', { dependencies: { '@reason/web': 'workspace:^' } }),
  },
  'an import that only a comment or a string shows': {
    ...core,
    ...packageOf('packages/tags', '@reason/tags', 'adapter', onCore, {
      'src/index.ts': `/** import { x } from '@reason/other' */\nexport const code = "import 'node:fs'"`,
    }),
    ...packageOf('packages/other', '@reason/other', 'adapter', onCore),
  },
}

test.each(Object.entries(sound))('passes: %s', (_, files) => {
  expect(checkLayers(plant(files)).problems).toEqual([])
})

/** Repositories with one fault each, and the expected report. */
const faulty: Record<string, { files: Record<string, string | object>; problem: RegExp }> = {
  'an adapter that depends on another': {
    files: {
      ...core,
      ...packageOf('packages/a', '@reason/a', 'adapter', { dependencies: { '@reason/b': 'workspace:^' } }),
      ...packageOf('packages/b', '@reason/b', 'adapter', onCore),
    },
    problem: /^packages\/a\/package\.json depends on @reason\/b: .*an adapter import an adapter/,
  },
  'an adapter that has another as a devDependency': {
    files: {
      ...packageOf('packages/a', '@reason/a', 'adapter', { devDependencies: { '@reason/b': 'workspace:^' } }),
      ...packageOf('packages/b', '@reason/b', 'adapter'),
    },
    problem: /^packages\/a\/package\.json has the devDependency @reason\/b: /,
  },
  'the kit as a dependency': {
    files: {
      ...core,
      ...kit,
      ...packageOf('packages/a', '@reason/a', 'adapter', { dependencies: { '@reason/conformance': 'workspace:^' } }),
    },
    problem: /^packages\/a\/package\.json depends on @reason\/conformance: /,
  },
  'the kit in what is shipped': {
    files: {
      ...core,
      ...kit,
      ...packageOf(
        'packages/a',
        '@reason/a',
        'adapter',
        { devDependencies: { '@reason/conformance': 'workspace:^' } },
        { 'src/index.ts': `\nimport '@reason/conformance'` },
      ),
    },
    problem: /^packages\/a\/src\/index\.ts:2 imports @reason\/conformance: /,
  },
  'sources of another package in what is shipped': {
    files: {
      ...core,
      ...packageOf('packages/a', '@reason/a', 'adapter', onCore, {
        'src/index.ts': `import '@reason/core/src/one'`,
        'test/a.test.ts': `import '@reason/core/src/one'`,
      }),
    },
    problem: /^packages\/a\/src\/index\.ts:1 imports @reason\/core\/src\/one: sources of another package are for tests/,
  },
  'core that tests with the kit': {
    files: {
      ...packageOf('packages/core', '@reason/core', 'core', { devDependencies: { '@reason/conformance': 'workspace:^' } }),
      ...packageOf('packages/conformance', '@reason/conformance', 'kit'),
    },
    problem: /^packages\/core\/package\.json has the devDependency @reason\/conformance: /,
  },
  'a service that imports a type of an adapter': {
    files: {
      ...packageOf('packages/budget', '@reason/budget', 'service', {}, { 'src/a.ts': `export type A = import('@reason/a').A` }),
      ...packageOf('packages/a', '@reason/a', 'adapter'),
    },
    problem: /^packages\/budget\/src\/a\.ts:1 imports @reason\/a: .*a service import an adapter/,
  },
  'a service that loads another one late': {
    files: {
      ...packageOf('packages/budget', '@reason/budget', 'service', {}, { 'src/a.ts': `export const a = () => import('@reason/trace/x')` }),
      ...packageOf('packages/trace', '@reason/trace', 'service'),
    },
    problem: /^packages\/budget\/src\/a\.ts:1 imports @reason\/trace\/x: /,
  },
  'a service that imports a composition': {
    files: {
      ...packageOf('packages/budget', '@reason/budget', 'service', {}, { 'src/a.ts': `export const a = () => import('@reason/doctor')` }),
      ...packageOf('packages/doctor', '@reason/doctor', 'composition'),
    },
    problem: /^packages\/budget\/src\/a\.ts:1 imports @reason\/doctor: .*a service import a composition/,
  },
  'a composition that imports another one': {
    files: {
      ...packageOf('packages/audit', '@reason/audit', 'composition', { dependencies: { '@reason/doctor': 'workspace:^' } }),
      ...packageOf('packages/doctor', '@reason/doctor', 'composition'),
    },
    problem: /^packages\/audit\/package\.json depends on @reason\/doctor: .*a composition import a composition/,
  },
  'pages that import an app': {
    files: {
      ...core,
      ...packageOf('apps/web', '@reason/web', 'pages', { devDependencies: { '@reason/cli': 'workspace:^' } }),
      ...packageOf('apps/cli', '@reason/cli', 'app'),
    },
    problem: /^apps\/web\/package\.json has the devDependency @reason\/cli: .*makes pages import an app/,
  },
  'a package that imports an app': {
    files: {
      ...packageOf('packages/a', '@reason/a', 'adapter', { devDependencies: { '@reason/cli': 'workspace:^' } }),
      ...packageOf('apps/cli', '@reason/cli', 'app'),
    },
    problem: /^packages\/a\/package\.json has the devDependency @reason\/cli: .*an adapter import an app/,
  },
  'Node in core': {
    files: packageOf('packages/core', '@reason/core', 'core', {}, { 'src/deep/a.ts': `import type { Readable } from 'stream'` }),
    problem: /^packages\/core\/src\/deep\/a\.ts:1 imports stream: @reason\/core must also run where there is no Node/,
  },
  'an import that the manifest does not declare': {
    files: { ...core, ...packageOf('packages/a', '@reason/a', 'adapter', {}, { 'src/a.ts': `export { one } from '@reason/core'` }) },
    problem: /^packages\/a\/src\/a\.ts:1 imports @reason\/core: packages\/a\/package\.json does not declare it/,
  },
  "another package's files": {
    files: {
      ...core,
      ...packageOf('packages/a', '@reason/a', 'adapter', onCore, { 'test/a.test.ts': `import '../../core/src/index.ts'` }),
    },
    problem: /^packages\/a\/test\/a\.test\.ts:1 imports \.\.\/\.\.\/core\/src\/index\.ts: it is outside of the package/,
  },
  'a package that does not say what it is': {
    files: { 'packages/a/package.json': { name: '@reason/a' } },
    problem: /^packages\/a\/turbo\.json names no kind/,
  },
}

test.each(Object.entries(faulty))('finds %s', (_, { files, problem }) => {
  expect(checkLayers(plant(files)).problems).toEqual([expect.stringMatching(problem)])
})

test('finds a circle, also one through devDependencies', () => {
  const { problems } = checkLayers(
    plant({
      ...packageOf('tooling/a', 'a', 'tooling', { dependencies: { b: 'workspace:^' } }),
      ...packageOf('tooling/b', 'b', 'tooling', { devDependencies: { c: 'workspace:^' } }),
      ...packageOf('tooling/c', 'c', 'tooling', { dependencies: { b: 'workspace:^' } }),
    }),
  )
  expect(problems).toEqual([expect.stringContaining('in a circle: b → c → b.')])
})
