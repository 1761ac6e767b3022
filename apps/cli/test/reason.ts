import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programs } from '@reason/testkit/programs'

/** The command: program and first arguments. */
export const command = [process.execPath, ...programs.cli] as const

export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface StartOptions extends Pick<SpawnOptionsWithoutStdio, 'cwd'> {
  env?: Record<string, string>
  /** Flags of Node itself. */
  node?: readonly string[]
}

/** Starts the real command as a process of its own, with none of our colour settings. */
export function start(args: readonly string[], { cwd, env, node = [] }: StartOptions = {}): ChildProcessWithoutNullStreams {
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env
  const [program, ...first] = command
  const child = spawn(program, [...node, ...first, ...args], { ...(cwd !== undefined && { cwd }), env: { ...inherited, ...env } })
  // A command that ends before it has read all of its input is no fault of the test.
  child.stdin.on('error', () => {})
  return child
}

/** Runs it to the end. */
export async function reason(
  args: readonly string[],
  { input = '', ...options }: StartOptions & { input?: string | Uint8Array } = {},
): Promise<Finished> {
  const child = start(args, options)
  child.stdin.end(input)
  return finished(child)
}

/** What it writes, byte for byte, where that is no text. */
export async function reasonBytes(
  args: readonly string[],
  { input = '', ...options }: StartOptions & { input?: string | Uint8Array } = {},
): Promise<Buffer> {
  const child = start(args, options)
  child.stdin.end(input)
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  await once(child, 'close')
  return Buffer.concat(pieces)
}

export async function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
