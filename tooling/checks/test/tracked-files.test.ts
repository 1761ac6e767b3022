import { expect, test } from 'vitest'
import { foreignText } from '../tracked-files.ts'

// Joined at run time, so that this file does not contain the texts that the check looks for.
const host = ['registry', 'npmjs', 'org'].join('.')
const home = ['', 'home', 'ada', 'project'].join('/')

test.each([
  ['a registry host', `# a lockfile\n  resolution: https://${host}/zod`, /^:2 has a registry host/],
  ['a path of a developer', `read('${home}/model.gguf')`, /^:1 has a path of a machine/],
  ['the place of this checkout', 'see /opt/checkouts/x/README', /^:1 has a path of this machine: "\/opt\/checkouts"/],
])('finds %s', (_, text, expected) => {
  expect(foreignText(text, ['/opt/checkouts'])).toEqual([expect.stringMatching(expected)])
})

const root = ['', 'root'].join('/')

test.each([`import x from "../my${home}"`, `GET /v1${root}/models`, `https://example.com${home}`, `docs at ${root}`])(
  'leaves %s',
  (text) => {
    expect(foreignText(text, [])).toEqual([])
  },
)
