import { readFileSync } from 'node:fs'
import { routingConfig, upstreamConfig } from '@reason/routing'
import { expect, it } from 'vitest'
import { healthFor, routingRules, rulesFor } from '../../src/settings/routing-rules.ts'

const guide = readFileSync(new URL('../../../../docs/reference/upstreams.md', import.meta.url), 'utf8')
const section = guide.slice(guide.indexOf('## Routing rules'))
const rows = [...section.matchAll(/^\| `(\S+?)` +\| `(\S+?)`/gm)].map(([, name, value]) => [name!, value!] as const)

it('the guide lists every rule, with the default that the router has', () => {
  const numbered = (scope: string): Record<string, number> =>
    Object.fromEntries(
      rows.flatMap(([name, value]) => (name.startsWith(`${scope}.`) ? [[name.slice(scope.length + 1), Number(value)]] : [])),
    )
  const written = routingRules.parse({ whenBusy: new Map(rows).get('whenBusy'), retries: numbered('retries'), health: numbered('health') })
  const { upstreams: _, ...defaults } = routingConfig.parse({ upstreams: [] })
  // Every one of them is in the table, under the name that the router gets from the gateway.
  expect(rulesFor(written)).toEqual(defaults)
  expect(healthFor(written.health, undefined)).toEqual(upstreamConfig.parse({ id: 'any' }).health)
})
