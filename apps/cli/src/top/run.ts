import { setTimeout } from 'node:timers/promises'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { createGatewayClient, GatewayRefusal, type GatewayClient, type GatewayFlags } from '../gateway/client.ts'
import { createOutput } from '../output.ts'
import { paintFor } from '../render/styles.ts'
import { begin, figuresOf, withGeneration, withState, type KnownFigures } from '@reason/gateway-api/figures'
import { renderFrame } from './frame.ts'
import { follow } from './live.ts'
import { openScreen, type Screen } from './screen.ts'

export interface TopFlags extends GatewayFlags {
  once?: boolean
  json?: boolean
}

/** Width in a file. */
const fileColumns = 160
/** Width for terminals that do not report theirs. */
const usualColumns = 80
/** Milliseconds before connecting again to a gateway that went away. */
const againMs = 2000

/**
 * Shows the state of a gateway until the user quits. Without a terminal it prints the state once; with `--json`, each change.
 *
 * @returns The exit code.
 */
export async function runTop({ once = false, json = false, ...flags }: TopFlags): Promise<number> {
  const gateway = createGatewayClient(flags)
  if (!json && !once && process.stdout.isTTY) {
    const screen = openScreen(gateway.url)
    const end = new AbortController()
    try {
      return await Promise.race([watch(gateway, screen, end.signal), screen.closed])
    } finally {
      end.abort()
      screen.close()
    }
  }
  const output = createOutput()
  for await (const known of knownOf(gateway, new AbortController().signal)) {
    await output.write(json ? `${JSON.stringify(asJson(gateway, known))}\n` : asText(gateway, known))
    if (once || !json) return exitCodes.ok
  }
  throw inputError(`${gateway.url} closed the connection. Is it still running?`)
}

function asText({ url }: GatewayClient, known: KnownFigures): string {
  const columns = process.stdout.isTTY ? process.stdout.columns || usualColumns : fileColumns
  return `${renderFrame(known, { url, now: Date.now(), columns, paint: paintFor(process.stdout) }).join('\n')}\n`
}

function asJson({ url }: GatewayClient, known: KnownFigures): object {
  const { version, since, state, generations } = known
  return { gateway: url, version, since, rates: figuresOf(known), ...state, generations }
}

/** Shows the state, and reconnects after a restart of the gateway. Fails if the gateway was never reachable, or refuses. */
async function watch(gateway: GatewayClient, screen: Pick<Screen, 'show' | 'trouble'>, signal: AbortSignal): Promise<never> {
  let wasThere = false
  for (;;) {
    try {
      for await (const known of knownOf(gateway, signal)) {
        wasThere = true
        screen.show(known)
      }
      screen.trouble('The gateway closed the connection. Trying again.')
    } catch (error) {
      if (!wasThere || signal.aborted || (error instanceof GatewayRefusal && error.status < 500)) throw error
      screen.trouble('The gateway does not respond. Trying again. The figures are old.')
    }
    await setTimeout(againMs, undefined, { signal })
  }
}

/** Yields the state after each change. Ends when the gateway closes the connection, or the consumer stops. */
async function* knownOf(gateway: GatewayClient, signal: AbortSignal): AsyncGenerator<KnownFigures> {
  const done = new AbortController()
  let known: KnownFigures | undefined
  try {
    for await (const { event, data } of follow(gateway, AbortSignal.any([signal, done.signal]))) {
      if (event === 'hello') known = begin(data)
      else if (known === undefined || event === 'budget' || event === 'bye') continue
      else known = event === 'state' ? withState(known, data) : withGeneration(known, data)
      // A state arrives every two seconds, and shows the generation, too.
      if (event !== 'generation') yield known
    }
  } catch (error) {
    throw explained(error)
  } finally {
    done.abort()
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof GatewayRefusal)) {
    // A broken connection is no fault of the command.
    return error instanceof TypeError ? inputError(`the connection to the gateway broke: ${error.message}.`, { cause: error }) : error
  }
  const { status, message } = error
  if (status === 401) return new GatewayRefusal(status, `${message} Use the key of an administrator: reason keys create operator --admin`)
  if (status !== 404) return error
  return new GatewayRefusal(status, `${message.replace(/\.?$/, '.')} It is no gateway of Reason, or has no pages. Set --gateway.`)
}
