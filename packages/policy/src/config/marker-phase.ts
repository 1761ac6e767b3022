import { matchModel } from '@reason/core/adapter'
import type { PolicyConfig } from './config.ts'

/** Phase of retiring markers, by model: 0 marker only, 4 no marker at all. */
export type MarkerPhase = 0 | 1 | 2 | 3 | 4

/** Known facts about a model. */
export interface ModelFacts {
  model?: string
  /** The model's passport states that it writes Harmony. */
  isHarmony: boolean
}

/** Effects of a phase on a model. */
export interface MarkerPlan {
  /** `metrics-only`: the parser runs beside the marker, and its result is only counted. */
  parser: 'off' | 'metrics-only' | 'on'
  /** Whether the prompt asks for a marker. */
  directive: boolean
  /** Whether the output is searched for a marker. */
  markerPath: boolean
}

const off = { parser: 'off', directive: true, markerPath: true } as const satisfies MarkerPlan
const noMarker = { directive: false, markerPath: false } as const

const ofHarmony: Record<MarkerPhase, MarkerPlan> = {
  0: off,
  1: { ...off, parser: 'metrics-only' },
  2: { parser: 'on', directive: true, markerPath: true },
  3: { parser: 'on', directive: false, markerPath: true },
  4: { parser: 'on', ...noMarker },
}

const ofOthers: Record<MarkerPhase, MarkerPlan> = { 0: off, 1: off, 2: off, 3: off, 4: { parser: 'off', ...noMarker } }

/** Plan for a model in its phase. If the parser is disabled, a Harmony model stays in phase 0, at its marker. */
export function markerPlan(config: PolicyConfig, { model, isHarmony }: ModelFacts): MarkerPlan {
  const phase = phaseOf(config.llm.marker.phase, model)
  if (!isHarmony) return ofOthers[phase]
  return config.llm.harmony.channels_parser.enabled ? ofHarmony[phase] : ofHarmony[0]
}

/** Phase of a model. The pattern with most literal characters wins. A model without a matching pattern is in the default phase. */
function phaseOf(phase: PolicyConfig['llm']['marker']['phase'], model: string | undefined): MarkerPhase {
  if (typeof phase === 'number') return phase as MarkerPhase
  let best: MarkerPhase = defaultMarkerPhase
  let fit = -1
  for (const [pattern, ofPattern] of Object.entries(phase)) {
    const literal = model === undefined ? -1 : matchModel([pattern], model)
    if (literal > fit) {
      fit = literal
      best = ofPattern as MarkerPhase
    }
  }
  return best
}

const defaultMarkerPhase = 3
