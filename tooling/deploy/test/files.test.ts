import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programs } from '@reason/testkit/programs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = ['Dockerfile', ...globSync(['deploy/{docker,systemd,kubernetes}/*'], { cwd: root }).filter((path) => /\.\w+$/.test(path))]

/** As `--help` names them. */
const settings = new Set(
  execFileSync(process.execPath, [...programs.server, '--help'], { encoding: 'utf8' })
    .match(/^ {2}--(?:\[no-\])?[\w-]+/gm)!
    .map(
      (flag) =>
        `REASON_${flag
          .replace(/^ *--(?:\[no-\])?/, '')
          .replaceAll('-', '_')
          .toUpperCase()}`,
    ),
)

interface Manifest {
  kind: string
  spec: { template?: { spec: { enableServiceLinks?: boolean } } }
}

describe('what is deployed', () => {
  it.each(files)('%s sets only what there is to set', (path) => {
    const variables = read(path).match(/\bREASON_[A-Z_]+/g) ?? []
    expect(variables.filter((name) => !settings.has(name))).toEqual([])
  })

  it.each(files.filter((path) => path.endsWith('.yaml')))('%s is YAML', (path) => {
    const documents = parseAllDocuments(read(path))
    expect(documents.length).toBeGreaterThan(0)
    for (const document of documents) expect(document.errors).toEqual([])
  })

  it.each(['deploy/docker/compose.yaml', 'deploy/kubernetes/reason.yaml'])('%s shares what its gateways need of each other', (path) => {
    for (const name of ['KEYS', 'SEAL_KEYS', 'REDACTION_KEY', 'REDIS', 'TRACES'])
      expect(read(path)).toMatch(new RegExp(`\\bREASON_${name}\\b`))
  })

  // Kubernetes tells each container of each service, in variables that are called like settings: REASON_PORT=tcp://10.0.0.1:80.
  it('a service called like the gateway does not set its port', () => {
    const documents = parseAllDocuments(read('deploy/kubernetes/reason.yaml')).map((one) => one.toJS() as Manifest)
    const pods = documents.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template!.spec)
    expect(pods.map(({ enableServiceLinks }) => enableServiceLinks)).toEqual([false])
  })

  it('compose.yaml mounts what is there', () => {
    const path = 'deploy/docker/compose.yaml'
    const mounted = [...read(path).matchAll(/(\.\.?\/[\w./-]+):\//g)].map(([, from]) => from!)
    expect(mounted.length).toBeGreaterThan(4)
    // Keys are made by who runs it.
    for (const from of mounted.filter((one) => one !== './keys')) expect(existsSync(join(root, dirname(path), from)), from).toBe(true)
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!hasSystemd)(`the unit is one${hasSystemd ? '' : ' (needs systemd-analyze)'}`, () => {
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', join(root, 'deploy/systemd/reason.service')], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
