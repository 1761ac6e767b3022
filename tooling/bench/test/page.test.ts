import { expect, it } from 'vitest'
import { gatewayPage } from '../src/gateway/page.ts'
import type { GatewayRow, LoadSample } from '../src/gateway/results.ts'

const speed = { rps: 100, eps: 1000, evPerReq: 10, evPerRead: 1, ttfb50: 1, ttfb99: 2 }
const cost = { cpuUsPerEvent: 10, cpuUsPerReq: 100, cpuShares: [1], rssMaxMB: 50 }
const sample = (values: Partial<LoadSample>): LoadSample => ({ ...speed, ...cost, bad: 0, foreign: 0, ...values })
const load = 'paced, 64 streams'
const row = (target: string, ...samples: Partial<LoadSample>[]): GatewayRow => ({ load, target, samples: samples.map(sample) })
const table = (head: string[], rows: string[][]) => [head, ...rows].map((cells) => cells.join('|')).join('\n')

const page = gatewayPage(
  {
    machine: { cpu: 'Any', cores: 2, memoryGiB: 24, os: 'Linux 6', node: 'v24.0.0', date: '2026-11-25' },
    peers: { nginx: { absent: 'it is neither on PATH nor in /usr/sbin' }, Portkey: { version: '1.15.2' } },
    rows: [
      row('direct', { cpuUsPerEvent: 0 }),
      row('Portkey', { rps: 50, cpuUsPerEvent: 30, bad: 2 }, { rps: 50, cpuUsPerEvent: 30, bad: 1 }),
      row('gateway, 2 workers', { cpuUsPerEvent: 8.8, cpuShares: [0.1, 0.5, 0.4] }),
      row('2 gateways', { cpuUsPerEvent: 8.4 }),
      row('Node pipe', {}),
      row('gateway', { cpuUsPerEvent: 8 }, { cpuUsPerEvent: 80, foreign: 90 }),
    ],
    memory: { fresh: 90, after: 180, idle: 120, idleSeconds: 20 },
    profiles: [],
  },
  table,
  (met) => (met ? 'met' : 'missed'),
)

it('says when and where it was measured, as it may be older than the rest of the page', () => {
  expect(page).toContain('Measured on 2026-11-25; later changes are not in the figures. Machine: Any, 2 cores')
})

it('has each target beside the pipe, without windows in which something else was busy', () => {
  expect(page).toContain('direct|100|1.00|1.00|2.0||||1|0')
  expect(page).toContain('Portkey|50|0.50|1.00|2.0|30.00|3.00|50|2|3')
  expect(page).toContain('gateway|100|1.00|1.00|2.0|8.00|0.80|50|1|0')
})

it('says which peer was measured, and which was not and why', () => {
  expect(page).toContain('nginx was not measured: it is neither on PATH nor in /usr/sbin. Portkey is version 1.15.2.')
})

it('has several processes in a table of their own', () => {
  expect(page).toContain(`${load}, CPU µs/event|8.00|8.40|8.80|1.05|10 %|0`)
  expect(page).not.toMatch(/gateway, 2 workers\||2 gateways\|/)
})
