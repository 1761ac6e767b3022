import { expect, test } from 'vitest'
import { wholeProjects } from '../src/whole-projects.ts'

const projects = [
  { name: 'server', folder: 'apps/server' },
  { name: 'trace-store', folder: 'packages/trace-store' },
  { name: 'web', folder: 'apps/web' },
]

test.each([
  ['00000000', [], ['server']],
  ['00000001', [], ['trace-store']],
  ['00000002', ['README.md'], ['web']],
  ['00000003ffff', [], ['server']],
  ['00000000', ['apps/web/src/main.ts'], ['server', 'web']],
  ['00000002', ['apps/web/src/main.ts', 'apps/server/test/connections.test.ts'], ['server', 'web']],
  ['00000000', ['apps/web-site/index.html', 'docs/apps/web/page.md'], ['server']],
])('commit %s that changes %j takes every case of %j', (commit, changed, expected) => {
  expect(wholeProjects(projects, changed, commit)).toEqual(expected)
})

test('of ten projects two have their turn', () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ name: `project-${index}`, folder: `packages/project-${index}` }))
  const [first, other] = ['00000000', '00000003'].map((commit) => wholeProjects(ten, [], commit))
  expect([first, other]).toEqual([['project-0', 'project-8'], ['project-3']])
})
