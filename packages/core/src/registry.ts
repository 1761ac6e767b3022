import type { Match, ModelQuery, Passport, TextAdapter } from './adapter.ts'
import { auto } from './auto/auto.ts'
import { describe } from './describe.ts'
import { ReasonError } from './errors.ts'
import { suggestion } from './nearest.ts'
import { mergePassports, type MergedPassport } from './models/passports.ts'
import { plain } from './auto/plain.ts'
import { checkSpecVersion } from './plugin.ts'
import type { StreamContext } from './splitter.ts'
import type { WireFormat } from './wire.ts'

export interface ResolveQuery extends ModelQuery {
  hints?: {
    /** Id of the adapter to use, whatever is known of the model. May also be `auto` or `plain`. */
    adapter?: string
    /** Flags for this model or server that override its passports. `{ native: true }`: the wire already splits. */
    flags?: Readonly<Record<string, boolean>>
    /**
     * Passport of the server that runs the model, derived from its chat template. Applies if no passport states how the model writes, and before passports
     * of a priority below 0, which only recognise words in names. Its name patterns are ignored.
     */
    served?: Passport
    /**
     * The text comes through a server that may have split it already. So structural tokens are awaited (`auto`), but text without any is not held to its
     * end. Default false.
     */
    wire?: boolean
    /** Whether output of an unknown model is held until its format is recognised. Default true. */
    auto?: boolean
    /** Limit of such held output, in UTF-16 units (`AutoOptions.maxHeldChars`). Default 128. */
    maxHeldChars?: number
  }
}

/** An adapter that was considered, and the verdict. */
export interface Candidate {
  id: string
  verdict: 'taken' | 'refused'
  reason: string
}

export interface Resolution {
  /** Adapter for the answer text. */
  adapter: TextAdapter
  /** For `adapter.createSplitter`. The caller adds facts from the request. */
  context: StreamContext
  /** Whether the wire has separate fields for reasoning. */
  native: boolean
  passport: MergedPassport
  /** In the order of consideration. */
  candidates: readonly Candidate[]
}

export interface UseOptions {
  /**
   * Whether the adapter takes precedence over all adapters that are not preferred, whatever their kind, if it accepts a model. For adapters that an
   * operator names, beside defaults. Default false.
   */
  preferred?: boolean
}

/** Adapters and wire formats of an application, and the choice among them for a model. */
export interface Registry {
  /**
   * Registers an adapter or wire format. Among adapters of one kind (structural tokens, tags, markers), the earlier one takes precedence.
   * @throws {ReasonError} `REASON_INVALID_PLUGIN`, `REASON_SPEC_VERSION`, `REASON_DUPLICATE_ID`
   */
  use(plugin: TextAdapter | WireFormat, options?: UseOptions): Registry
  /** Adds an operator's passports. An operator's passport overrides those of adapters, and a later one overrides an earlier one. */
  know(...passports: readonly Passport[]): Registry
  /** @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` */
  text(id: string): TextAdapter
  /** @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` */
  wire(id: string): WireFormat
  readonly texts: readonly TextAdapter[]
  readonly wires: readonly WireFormat[]
  /**
   * Selects the adapter for a model and explains the choice. Precedence: native wire fields, preferred adapters, structural tokens, tags, a marker. An
   * adapter is selected if a passport or its own `match` says yes. If nothing is known, selects `auto` over all adapters that no rule refused.
   * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, for a hint with an unregistered id.
   */
  resolve(query?: ResolveQuery): Resolution
}

/** Creates a registry. Imports register nothing: every adapter has to be passed to `use`. */
export function createRegistry(): Registry {
  const plugins = new Map<string, TextAdapter | WireFormat>()
  const preferred = new Set<TextAdapter | WireFormat>()
  const configured: Passport[] = []
  const registry: Registry = {
    use,
    know(...passports) {
      configured.unshift(...passports.toReversed())
      return registry
    },
    text: (id) => find(id, texts(), 'adapter'),
    wire: (id) => find(id, wires(), 'wire format'),
    get texts() {
      return texts()
    },
    get wires() {
      return wires()
    },
    resolve,
  }
  return registry

  function use(plugin: TextAdapter | WireFormat, options?: UseOptions): Registry {
    if (!isUsable(plugin)) {
      throw new ReasonError(
        'REASON_INVALID_PLUGIN',
        `use takes a text adapter or wire format, not ${describe(plugin)}. Call its factory: thinkTags().`,
      )
    }
    checkSpecVersion(plugin)
    if (plugins.has(plugin.id) || builtIn.has(plugin.id)) {
      throw new ReasonError('REASON_DUPLICATE_ID', `"${plugin.id}" is registered already. Use it once, or under another id.`)
    }
    plugins.set(plugin.id, plugin)
    if (options?.preferred === true) preferred.add(plugin)
    return registry
  }

  function texts(): TextAdapter[] {
    return [...plugins.values()].filter((plugin) => plugin.kind === 'text').toSorted((a, b) => rank(a) - rank(b))
  }

  /** After preferred adapters: structural tokens are never ordinary text, tags may be, and a marker only exists if a prompt asked for it. */
  function rank(adapter: TextAdapter): number {
    const { capabilities } = adapter
    return [preferred.has(adapter), capabilities.structuralTokens, capabilities.tags, capabilities.marker, true].indexOf(true)
  }

  function wires(): WireFormat[] {
    return [...plugins.values()].filter((plugin) => plugin.kind === 'wire')
  }

  function resolve({ hints = {}, ...query }: ResolveQuery = {}): Resolution {
    const adapters = texts()
    const own = [...plugins.values()].flatMap((plugin) => plugin.passports ?? [])
    const passport = mergePassports(query, own, configured, hints)
    const nativeFlag = passport.flags['native']
    const native = nativeFlag?.value ?? false
    const candidates: Candidate[] = [nativeCandidate(nativeFlag?.value, nativeFlag?.source)]
    const named = hints.adapter
    const open: TextAdapter[] = []
    let taken: TextAdapter | undefined

    for (const adapter of adapters) {
      const { verdict, reason } = named === undefined ? judge(adapter) : judgeByName(adapter.id, named)
      if (verdict === 'unknown') open.push(adapter)
      if (verdict === 'yes' && !taken) {
        taken = adapter
        candidates.push({ id: adapter.id, verdict: 'taken', reason })
      } else {
        candidates.push({
          id: adapter.id,
          verdict: 'refused',
          reason: verdict === 'yes' ? `${reason}, but "${taken?.id}" is preferred` : reason,
        })
      }
    }
    const adapter = taken ?? lastResort()
    const options = passport.options[adapter.id]
    const waits = hints.wire === true && named === undefined && adapter.capabilities.structuralTokens === true
    return {
      adapter: waits ? watchFor([adapter, ...adapters.filter((one) => one !== adapter && one.capabilities.tags)]) : adapter,
      context: {
        ...(query.model !== undefined && { model: query.model }),
        ...(options !== undefined && { options }),
        // A hint that names an adapter means that the text has to be split, even if the wire has reasoning fields.
        ...(native && named === undefined && { native }),
        ...(hints.wire === true && named === undefined && { origin: {} }),
      },
      native,
      passport,
      candidates,
    }

    function judge(adapter: TextAdapter): Match {
      const flag = passport.flags[adapter.id]
      if (flag)
        return {
          verdict: flag.value ? 'yes' : 'no',
          reason: `${flag.value ? 'the model writes it' : 'the model does not write it'} (${flag.source})`,
        }
      return (
        adapter.match?.(query) ?? {
          verdict: 'unknown',
          reason: query.model === undefined ? 'no model was named' : 'no passport knows this model',
        }
      )
    }

    function lastResort(): TextAdapter {
      if (named !== undefined) {
        const adapter = named === 'auto' ? watchFor(adapters) : named === 'plain' ? plain() : find(named, adapters, 'adapter')
        candidates.push({ id: named, verdict: 'taken', reason: 'asked for by name' })
        return adapter
      }
      const held = hints.auto !== false && !native && open.some((adapter) => (adapter.signals?.length ?? 0) > 0)
      candidates.push(
        held
          ? { id: 'auto', verdict: 'taken', reason: `the format is unknown; looks for ${open.map(({ id }) => id).join(', ')}` }
          : {
              id: 'auto',
              verdict: 'refused',
              reason: hints.auto === false ? 'switched off' : native ? 'the wire splits already' : 'no adapter is left to watch for',
            },
      )
      if (held) return watchFor(open)
      candidates.push({ id: 'plain', verdict: 'taken', reason: 'no format is known or left' })
      return plain()
    }

    function watchFor(candidates: readonly TextAdapter[]): TextAdapter {
      // Tokens of a format that is switched off must stay in the text. The adapter for tags would take some of them for ends of a turn.
      const isRaw = adapters.some(({ id, capabilities }) => capabilities.structuralTokens === true && hints.flags?.[id] === false)
      return auto({
        candidates,
        isKnown: !!taken,
        options: passport.options,
        ...(hints.maxHeldChars !== undefined && { maxHeldChars: hints.maxHeldChars }),
        ...(isRaw && { fallback: plain() }),
      })
    }
  }
}

/** Ids that need no registration. */
const builtIn = new Set(['auto', 'plain', 'native'])

function nativeCandidate(value: boolean | undefined, source = ''): Candidate {
  return {
    id: 'native',
    verdict: value === true ? 'taken' : 'refused',
    reason:
      value === undefined
        ? 'no passport says that the API has fields for reasoning'
        : `${value ? 'the API has fields for reasoning' : 'the API has no fields for reasoning'} (${source})`,
  }
}

function judgeByName(id: string, named: string): Match {
  return id === named ? { verdict: 'yes', reason: 'asked for by name' } : { verdict: 'no', reason: `"${named}" was asked for by name` }
}

function find<T extends { id: string }>(id: string, among: readonly T[], what: string): T {
  const found = among.find((plugin) => plugin.id === id)
  if (found !== undefined) return found
  const known = among.map((plugin) => plugin.id)
  const meant = suggestion(id, known)
  throw new ReasonError(
    'REASON_ADAPTER_NOT_FOUND',
    `No ${what} "${id}"${meant} is registered (have: ${known.join(', ') || 'none'}). ` +
      'Install its package and pass it to registry.use().',
  )
}

function isUsable(plugin: unknown): plugin is TextAdapter | WireFormat {
  const { kind, id } = Object(plugin) as { kind?: unknown; id?: unknown }
  return (kind === 'text' || kind === 'wire') && typeof id === 'string' && id !== ''
}
